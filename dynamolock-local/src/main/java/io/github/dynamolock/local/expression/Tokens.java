package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Attributes;
import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tokens of one expression, read from left to right. */
final class Tokens {
    private static final int MAX_BYTES = 4_096;
    private static final int MAX_OPERATORS = 300;
    private static final Set<String> OPERATORS = Set.of("=", "<>", "<", "<=", ">", ">=", "+", "-");
    private static final Set<String> KEYWORDS = Set.of("AND", "OR", "NOT", "BETWEEN", "IN");

    private final String label;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int position;
    private @Nullable String deferred;

    /**
     * Splits an expression into tokens.
     *
     * @param label the request's name for the expression, such as {@code ConditionExpression}, for error messages
     */
    Tokens(String label, String text) {
        this.label = label;
        this.text = text;
        int size = Attributes.utf8Length(text);
        if (size > MAX_BYTES) {
            throw invalid("Expression size has exceeded the maximum allowed size; expression size: " + size);
        }
        int at = skipBlanks(0);
        while (at < text.length()) {
            Token token = tokenAt(at);
            tokens.add(token);
            at = skipBlanks(token.end());
        }
        if (tokens.isEmpty()) {
            throw invalid("The expression can not be empty;");
        }
        tokens.add(new Token(Token.Kind.END, "<EOF>", text.length(), text.length()));
    }

    Token peek() {
        return tokens.get(position);
    }

    Token peekNext() {
        return tokens.get(Math.min(position + 1, tokens.size() - 1));
    }

    Token next() {
        Token token = peek();
        if (token.kind() != Token.Kind.END) {
            position++;
        }
        return token;
    }

    int position() {
        return position;
    }

    boolean acceptSymbol(String symbol) {
        boolean found = peek().is(symbol);
        if (found) {
            position++;
        }
        return found;
    }

    boolean acceptKeyword(String keyword) {
        boolean found = peek().isKeyword(keyword);
        if (found) {
            position++;
        }
        return found;
    }

    void expectSymbol(String symbol) {
        if (!acceptSymbol(symbol)) {
            throw syntaxError();
        }
    }

    void expectEnd() {
        if (peek().kind() != Token.Kind.END) {
            throw syntaxError();
        }
        if (deferred != null) {
            throw invalid(deferred);
        }
    }

    /** Refuses more operators and functions than one expression may have. An equals sign that assigns is none. */
    void checkOperators(boolean equalsAssigns) {
        int operators = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean counts = switch (token.kind()) {
                case SYMBOL -> OPERATORS.contains(token.text()) && !(equalsAssigns && token.is("="));
                case WORD ->
                    KEYWORDS.contains(token.text().toUpperCase(Locale.ROOT))
                            || tokens.get(i + 1).is("(");
                default -> false;
            };
            // The AND between two bounds belongs to BETWEEN.
            operators += counts ? 1 : 0;
            operators -= token.isKeyword("BETWEEN") ? 1 : 0;
        }
        if (operators > MAX_OPERATORS) {
            throw invalid("The expression contains too many operators; operator count: " + operators);
        }
    }

    /** The error for the token that is next, and may not stand there. */
    RuntimeException syntaxError() {
        Token token = peek();
        return syntaxError(token, Math.max(0, position - 1), Math.min(tokens.size() - 1, position + 1));
    }

    /** Notes an error that is told once the whole expression is known to be grammatical; the first one noted stays. */
    void defer(String message) {
        deferred = deferred == null ? message : deferred;
    }

    /** An error in the expression, in DynamoDB's form. */
    RuntimeException invalid(String message) {
        return Errors.validation("Invalid " + label + ": " + message);
    }

    private RuntimeException syntaxError(Token token, int first, int last) {
        String near = text.substring(tokens.get(first).start(), tokens.get(last).end());
        return invalid("Syntax error; token: \"" + token.text() + "\", near: \"" + near.strip() + "\"");
    }

    private Token tokenAt(int start) {
        char first = text.charAt(start);
        if (first == '#' || first == ':') {
            int end = wordEnd(start + 1);
            if (end == start + 1) {
                throw unexpected(start);
            }
            return token(first == '#' ? Token.Kind.NAME : Token.Kind.VALUE, start, end);
        }
        if (isDigit(first)) {
            int end = start;
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            return token(Token.Kind.NUMBER, start, end);
        }
        if (isWordPart(first)) {
            return token(Token.Kind.WORD, start, wordEnd(start));
        }
        if (text.startsWith("<>", start) || text.startsWith("<=", start) || text.startsWith(">=", start)) {
            return token(Token.Kind.SYMBOL, start, start + 2);
        }
        if ("=<>(),.[]+-".indexOf(first) >= 0) {
            return token(Token.Kind.SYMBOL, start, start + 1);
        }
        throw unexpected(start);
    }

    private Token token(Token.Kind kind, int start, int end) {
        return new Token(kind, text.substring(start, end), start, end);
    }

    private RuntimeException unexpected(int at) {
        int from = tokens.isEmpty() ? at : tokens.get(tokens.size() - 1).start();
        int character = text.offsetByCodePoints(at, 1);
        int to = Math.min(text.length(), wordEnd(character));
        return invalid("Syntax error; token: \"" + text.substring(at, character) + "\", near: \""
                + text.substring(from, to).strip() + "\"");
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private int wordEnd(int from) {
        int at = from;
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
    }
}
