package io.github.dynamolock.spring;

import java.lang.reflect.Array;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a method returns whose body was skipped. */
final class SkippedResult {

    private SkippedResult() {}

    static @Nullable Object of(Class<?> returnType) {
        if (returnType == void.class) {
            return null;
        }
        if (returnType.isPrimitive()) {
            return Array.get(Array.newInstance(returnType, 1), 0);
        }
        if (returnType == Optional.class) {
            return Optional.empty();
        }
        if (returnType == OptionalInt.class) {
            return OptionalInt.empty();
        }
        if (returnType == OptionalLong.class) {
            return OptionalLong.empty();
        }
        if (returnType == OptionalDouble.class) {
            return OptionalDouble.empty();
        }
        return null;
    }
}
