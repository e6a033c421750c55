package io.github.dynamolock.table;

/** Makes text from outside safe to show: one line, no control characters, no reordering, not too long. Internal. */
public final class Escapes {

    /** For keys and names: the longest that anybody reads in a line. */
    private static final int MAX_LENGTH = 128;

    /** For what a table says of itself: the whole sentence, but no flood. */
    private static final int MAX_MESSAGE_LENGTH = 2000;

    private Escapes() {}

    /** A key or a name, cut where it is long. */
    public static String escape(String text) {
        return escape(text, MAX_LENGTH);
    }

    /** A sentence of somebody else's. */
    public static String message(String text) {
        return escape(text, MAX_MESSAGE_LENGTH);
    }

    /** The whole text. */
    public static String whole(String text) {
        return escape(text, Integer.MAX_VALUE);
    }

    private static String escape(String text, int maxLength) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), MAX_LENGTH) + 8);
        for (int i = 0; i < text.length(); ) {
            if (out.length() >= maxLength) {
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
