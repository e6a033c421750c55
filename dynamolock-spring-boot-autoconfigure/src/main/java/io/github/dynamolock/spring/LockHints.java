package io.github.dynamolock.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image has to keep for dynamolock itself. Found by {@code aot.factories}. */
final class LockHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection().registerType(KeyRoot.class, MemberCategory.INVOKE_PUBLIC_METHODS);
        for (OptionalLibrary library : OptionalLibrary.values()) {
            hints.reflection().registerTypeIfPresent(classLoader, library.type());
        }
        // The lock client makes virtual threads where there are some; it is compiled for a Java without.
        hints.reflection()
                .registerType(Thread.class, thread -> thread.withMethod("ofVirtual", List.of(), ExecutableMode.INVOKE))
                .registerTypeIfPresent(classLoader, "java.lang.Thread$Builder", MemberCategory.INVOKE_PUBLIC_METHODS);
        // The DynamoDB inside the process, where that is on the class path.
        hints.resources().registerPattern("io/github/dynamolock/local/expression/reserved-words.txt");
    }
}
