package io.github.dynamolock.cli;

import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import java.util.Locale;

/** How values stand on a terminal. */
final class Texts {

    private Texts() {}

    /** What is in the table may come from anybody: shown in one line, and never as a terminal's commands. */
    static String visible(String text) {
        return Escapes.whole(text);
    }

    /** Such as {@code 20s}, {@code 1m30s} or {@code 0.5s}. */
    static String duration(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
