package io.github.dynamolock.verification.differential;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Breaks the text of an expression. */
final class BrokenText {
    private final Draw draw;

    BrokenText(Draw draw) {
        this.draw = draw;
    }

    String broken(String text) {
        return switch (draw.between(0, 13)) {
            case 0 -> withoutAWord(text);
            case 1 -> withAWordTwice(text);
            case 2 -> text + draw.of(" AND", " )", ",", " OR attribute_exists(a", " extra", " SET", ".", "[", "?");
            case 3 -> draw.of("(", "NOT ", "SET ", "AND ", "((") + text;
            case 4 -> "((" + text + "))";
            case 5 -> text.replaceFirst("[#:][a-zA-Z_0-9]+", draw.of("#undefined", ":undefined", "#", ":"));
            case 6 -> text.replaceFirst("\\b[a-e]\\b", draw.of("name", "SIZE", "Year", "a b", "1a", "_a", "a-b", "ü"));
            case 7 ->
                text.replaceFirst(
                        "[a-z]+_[a-z]+(?=\\()",
                        draw.of("size", "attribute_exist", "begins_With", "if_not_exists", "f"));
            case 8 -> text.replaceFirst("(=|<>|<=|<|>)", draw.of("==", "!=", "=<", "<", " LIKE ", "= = "));
            case 9 -> text.replaceFirst("\\)", draw.of(", a)", "", "))"));
            case 10 -> draw.of("", " ", "a", "1", "()", "SET", "a.", "a[", "a[-1]", "a[1", "a..b", "a.[0]");
            case 11 ->
                text + draw.of(" AND p = p", ", p = :p", ", p", " REMOVE p", " OR size(a)", " AND (a)", " SET a = b");
            case 12 ->
                draw.of(
                        "SET p = :v0",
                        "SET a = b, a = c",
                        "SET m = a, m.x = b",
                        "SET m.x = a, m[0] = b",
                        "REMOVE a, a");
            default -> withoutALetter(text);
        };
    }

    private String withoutAWord(String text) {
        List<String> words = new ArrayList<>(Arrays.asList(text.split(" ")));
        words.remove(draw.between(0, words.size() - 1));
        return String.join(" ", words);
    }

    private String withAWordTwice(String text) {
        List<String> words = new ArrayList<>(Arrays.asList(text.split(" ")));
        int at = draw.between(0, words.size() - 1);
        words.add(at, words.get(at));
        return String.join(" ", words);
    }

    private String withoutALetter(String text) {
        if (text.isEmpty()) {
            return "x";
        }
        int at = draw.between(0, text.length() - 1);
        return text.substring(0, at) + text.substring(at + 1);
    }
}
