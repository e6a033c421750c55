package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables that name a test for each behaviour name tests that are there, in whichever module. */
class DocumentedTestsTests {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern NAMED = Pattern.compile("`(\\w+Tests)\\.(\\w+)`");
    private static final Pattern NUMBERED_ROW = Pattern.compile("(?m)^\\| ([A-Z])(\\d+) \\|");
    private static final Pattern PARENT = Pattern.compile("class \\w+ extends (\\w+)");

    /** The sources of all test classes, by simple name; of two of one name, both. */
    private static final Map<String, String> SOURCES = sources();

    private static Map<String, String> sources() {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(PROJECT)) {
            files.filter(file -> file.toString().matches(".*/src/test/(java|kotlin)/.*Tests\\.(java|kt)"))
                    .forEach(file -> {
                        String name = String.valueOf(file.getFileName()).replaceAll("\\.(java|kt)$", "");
                        sources.merge(name, read(file), String::concat);
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String doc(String name) {
        return read(PROJECT.resolve("docs").resolve(name));
    }

    private static boolean exists(String type, String method) {
        String source = SOURCES.get(type);
        if (source == null) {
            return false;
        }
        Pattern declared =
                Pattern.compile("@(Parameterized)?Test\\b[^;{}]*(\\{[^}]*})?[^;{}]*\\b(void|fun) " + method + "\\(");
        if (declared.matcher(source).find()) {
            return true;
        }
        Matcher parent = PARENT.matcher(source);
        return parent.find() && exists(parent.group(1), method);
    }

    @ParameterizedTest
    @CsvSource({
        "behaviours.md, 40",
        "from-go.md, 40",
        "spring-reports.md, 40",
        "leader-election.md, 10",
        "adapters.md, 40",
        "bad-input.md, 40",
        "guarantees.md, 20"
    })
    void everyNamedTestExists(String name, int moreThan) {
        List<MatchResult> named = NAMED.matcher(doc(name)).results().toList();
        assertThat(named).hasSizeGreaterThan(moreThan);
        Set<String> missing = new TreeSet<>();
        for (MatchResult test : named) {
            if (!exists(test.group(1), test.group(2))) {
                missing.add(test.group(1) + "." + test.group(2));
            }
        }
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"behaviours.md", "from-go.md", "spring-reports.md", "bad-input.md"})
    void everyRowNamesATestOrSaysThatThereIsNothingToShow(String name) {
        List<String> rows = doc(name)
                .lines()
                .filter(line -> line.startsWith("| ") && !line.endsWith("| shown by |"))
                .toList();
        assertThat(rows)
                .isNotEmpty()
                .allSatisfy(row -> assertThat(NAMED.matcher(row).find()
                                || row.toLowerCase(Locale.ROOT).contains("not offered"))
                        .as(row)
                        .isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "behaviours.md, E, 62",
        "behaviours.md, F, 20",
        "behaviours.md, G, 16",
        "behaviours.md, C, 36",
        "spring-reports.md, S, 65",
        "bad-input.md, B, 34"
    })
    void eachListHasEachOfItsNumbersOnce(String name, String list, int last) {
        List<Integer> numbers = new ArrayList<>();
        NUMBERED_ROW
                .matcher(doc(name))
                .results()
                .filter(row -> row.group(1).equals(list))
                .forEach(row -> numbers.add(Integer.valueOf(row.group(2))));
        assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, last).boxed().toList());
    }

    @Test
    void aTestThatIsNotThereIsNotFound() {
        assertThat(exists("DocumentedTestsTests", "aTestThatIsNotThereIsNotFound"))
                .isTrue();
        assertThat(exists("InProcessLockClientTests", "aFreeLockIsGrantedAndReleased"))
                .isTrue();
        assertThat(exists("DocumentedTestsTests", "exists")).isFalse();
        assertThat(exists("AbstractLockClientTests", "createTable")).isFalse();
        assertThat(exists("NoSuchTests", "anything")).isFalse();
    }
}
