package io.github.dynamolock.cli;

import java.time.Duration;
import java.util.Locale;

/** How values stand on a terminal. */
final class Texts {

    private Texts() {}

    /** What is in the table may come from anybody: shown in one line, and never as a terminal's commands. */
    static String visible(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            switch (Character.getType(character)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.UNASSIGNED -> out.append(String.format("\\u%04x", character));
                default -> out.appendCodePoint(character);
            }
        });
        return out.toString();
    }

    /** Such as {@code 20s}, {@code 1m30s} or {@code 0.5s}. */
    static String duration(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
