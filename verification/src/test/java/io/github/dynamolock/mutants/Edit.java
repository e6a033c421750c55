package io.github.dynamolock.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A change of text in one class.
 *
 * @param file the class, below {@code io/github/dynamolock}, without its ending
 * @param before what must be there once
 * @param after what takes its place
 */
record Edit(String file, String before, String after) {

    private static final Path SOURCES = Path.of("..", "dynamolock-core", "src", "main", "java");

    String path() {
        return "io/github/dynamolock/" + file + ".java";
    }

    static String source(String path) throws IOException {
        return Files.readString(SOURCES.resolve(path));
    }

    String applied(String source) {
        int at = source.indexOf(before);
        if (at < 0 || source.indexOf(before, at + 1) >= 0) {
            throw new AssertionError("the text to change must be in " + path() + " exactly once, and is there "
                    + (at < 0 ? "not at all" : "more than once") + "; bring the mutant up to date:\n" + before);
        }
        return source.substring(0, at) + after + source.substring(at + before.length());
    }
}
