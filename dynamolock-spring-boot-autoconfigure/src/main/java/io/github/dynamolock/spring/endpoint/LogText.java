package io.github.dynamolock.spring.endpoint;

/** Makes text from outside safe for a log line: one line, no control characters, no reordering, not too long. */
final class LogText {

    private static final int MAX_LENGTH = 256;

    private LogText() {}

    static String of(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(MAX_LENGTH).forEach(character -> append(out, character));
        return text.codePointCount(0, text.length()) > MAX_LENGTH
                ? out.append("…").toString()
                : out.toString();
    }

    private static void append(StringBuilder out, int character) {
        switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> out.append(String.format("\\u%04x", character));
            default -> out.appendCodePoint(character);
        }
    }
}
