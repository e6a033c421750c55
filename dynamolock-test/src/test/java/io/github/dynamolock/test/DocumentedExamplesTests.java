package io.github.dynamolock.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code in docs/testing.md is that of the tests in the package examples, which run. */
class DocumentedExamplesTests {

    private static final Path EXAMPLES = Path.of("src/test/java/io/github/dynamolock/test/examples");
    private static final Path DOCUMENT = Path.of("../docs/testing.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");
    private static final int LONGEST_TEST = 14;

    private static List<String> blocks() {
        return BLOCK.matcher(read(DOCUMENT))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Lines without their indentation, and without the empty ones. */
    private static String lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachBlockIsPartOfATestThatRuns() throws IOException {
        List<String> sources;
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            sources = files.map(file -> lines(read(file))).toList();
        }
        assertThat(blocks())
                .hasSizeGreaterThan(5)
                .allSatisfy(block -> assertThat(sources)
                        .as(block)
                        .anySatisfy(source -> assertThat(source).contains(lines(block))));
    }

    @Test
    void eachTestHasFewerThanFifteenLines() {
        assertThat(blocks().stream().filter(block -> block.contains("@Test")))
                .hasSizeGreaterThan(3)
                .allSatisfy(block -> assertThat(block.lines()).hasSizeLessThanOrEqualTo(LONGEST_TEST));
    }
}
