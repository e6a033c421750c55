package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.beans.factory.aot.AotServices;

class LockHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    LockHintsTests() {
        List<RuntimeHintsRegistrar> ours = AotServices.factories().load(RuntimeHintsRegistrar.class).stream()
                .filter(LockHints.class::isInstance)
                .toList();
        assertThat(ours).hasSize(1);
        ours.get(0).registerHints(hints, getClass().getClassLoader());
    }

    @Test
    void whatKeysCanReadOfTheRootIsKept() {
        assertThat(reflection().onMethodInvocation(KeyRoot.class, "getMethodName"))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(KeyRoot.class, "join")).accepts(hints);
    }

    @ParameterizedTest
    @EnumSource
    void librariesThatAreLookedForByNameAreFound(OptionalLibrary library) {
        assertThat(library.isPresent()).isTrue();
        assertThat(reflection().onType(TypeReference.of(library.type()))).accepts(hints);
    }

    @Test
    void librariesAreLookedForInOnePlaceOnly() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(source -> source.toString().endsWith(".java"))
                            .filter(source -> !source.endsWith("OptionalLibrary.java")))
                    .isNotEmpty()
                    .allSatisfy(source -> assertThat(Files.readString(source))
                            .doesNotContain("Class.forName(")
                            .doesNotContainPattern("ClassUtils\\.isPresent\\(\\s*\""));
        }
    }

    @Test
    void virtualThreadsAreMadeWhereThereAreSome() {
        // Not looked up as a method: on Java 17 there is none.
        assertThat(hints.reflection().getTypeHint(Thread.class))
                .satisfies(thread -> assertThat(thread.methods())
                        .extracting(method -> method.getName())
                        .contains("ofVirtual"));
    }

    @Test
    void theLocalDynamoDbFindsItsWords() {
        String words = "io/github/dynamolock/local/expression/reserved-words.txt";
        assertThat(getClass().getClassLoader().getResource(words)).isNotNull();
        assertThat(resource().forResource(words)).accepts(hints);
    }
}
