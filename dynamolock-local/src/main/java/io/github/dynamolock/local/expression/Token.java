package io.github.dynamolock.local.expression;

/**
 * One token of an expression.
 *
 * @param start where it begins in the text
 * @param end where the text goes on
 */
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        /** A name, a function or a keyword. */
        WORD,
        /** {@code #name}. */
        NAME,
        /** {@code :value}. */
        VALUE,
        /** Digits. */
        NUMBER,
        /** A comparator, bracket, comma, dot, plus or minus. */
        SYMBOL,
        END
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isKeyword(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }
}
