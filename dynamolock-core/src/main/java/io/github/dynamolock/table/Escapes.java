package io.github.dynamolock;

/** Makes text from outside safe for a log line: one line, no control characters, no reordering, not too long. */
final class Escapes {

    private static final int MAX_LENGTH = 128;

    private Escapes() {}

    static String escape(String text) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), MAX_LENGTH) + 8);
        for (int i = 0; i < text.length(); ) {
            if (out.length() >= MAX_LENGTH) {
                return out.append("…").toString();
            }
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            if (isSafe(character)) {
                out.appendCodePoint(character);
            } else {
                out.append(String.format("\\u%04x", character));
            }
        }
        return out.toString();
    }

    /** Control, format (bidirectional marks among them), surrogate, line and paragraph separator: shown by number. */
    private static boolean isSafe(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
