package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Calendar;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Decides which values can be a lock's key, or a part of its text: those that are written the same in every process. */
final class KeyPart {

    private KeyPart() {}

    /** What is wrong with the value and what to do, or null when it will do. */
    static @Nullable Fault fault(@Nullable Object value) {
        if (value == null) {
            return new Fault(
                    "is null", "A null key would lock all such calls against each other: check the argument first");
        }
        String type = value.getClass().getTypeName();
        if (value instanceof CharSequence
                || value instanceof Number
                || value instanceof Enum<?>
                || value instanceof Path) {
            return null;
        }
        if (value instanceof Optional<?>
                || value instanceof OptionalInt
                || value instanceof OptionalLong
                || value instanceof OptionalDouble) {
            return new Fault("is an " + value.getClass().getSimpleName(), "Take its value, as in #id.orElseThrow()");
        }
        if (value.getClass().isArray() || value instanceof Iterable<?> || value instanceof Map<?, ?>) {
            return new Fault(
                    "is a collection (" + type + ")",
                    "Only a whole key may be one, as in {#from, #to}, which locks them all: join texts for a single key");
        }
        if (value instanceof Date || value instanceof Calendar) {
            return new Fault(
                    "is a " + value.getClass().getSimpleName() + ", which each process writes in its own time zone",
                    "Use its instant, as in #date.toInstant()");
        }
        if (value instanceof AttributeValue) {
            return new Fault("is an AttributeValue", "Only a whole key may be one: use its text, as in #key.s()");
        }
        if (value instanceof BaseStream<?, ?>) {
            return new Fault("is a stream", "Give a single value");
        }
        if (!writesItself(value)) {
            return new Fault(
                    "is an object of " + type
                            + ", which has no toString() of its own: its text would differ in each process",
                    "Use one of its properties, as in #order.id, or give the class a toString()");
        }
        return null;
    }

    /** The value as text; it must have no fault. */
    static String text(@Nullable Object value) {
        return value instanceof Enum<?> constant ? constant.name() : String.valueOf(value);
    }

    private static boolean writesItself(Object value) {
        Method toString = ReflectionUtils.findMethod(value.getClass(), "toString");
        return toString != null && toString.getDeclaringClass() != Object.class;
    }

    record Fault(String problem, String remedy) {}
}
