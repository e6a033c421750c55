package io.github.dynamolock.verification.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws conditions and filters from their grammar. */
final class ConditionDraw {
    private final Draw draw;
    private final ValueDraw values;
    private final Placeholders placeholders;

    ConditionDraw(Draw draw, ValueDraw values, Placeholders placeholders) {
        this.draw = draw;
        this.values = values;
        this.placeholders = placeholders;
    }

    String condition() {
        return condition(draw.of(0, 0, 1, 1, 2));
    }

    private String condition(int depth) {
        if (depth == 0) {
            return simple();
        }
        return switch (draw.between(0, 5)) {
            case 0 -> word("NOT") + " " + condition(depth - 1);
            case 1 -> "(" + condition(depth - 1) + ")";
            case 2, 3 -> condition(depth - 1) + " " + word("AND") + " " + condition(depth - 1);
            default -> condition(depth - 1) + " " + word("OR") + " " + condition(depth - 1);
        };
    }

    private String simple() {
        String attribute = placeholders.attribute();
        String path = placeholders.pathFrom(attribute);
        return switch (draw.between(0, 10)) {
            case 0, 1 -> "attribute_exists(" + path + ")";
            case 2 -> "attribute_not_exists(" + path + ")";
            case 3 -> "attribute_type(" + path + ", " + placeholders.value(Json.text("S", values.type())) + ")";
            case 4 -> "begins_with(" + path + ", " + placeholders.valueOf(draw.of("S", "S", "B")) + ")";
            case 5 ->
                "contains(" + path + ", " + placeholders.value(values.usualFor(draw.of("a", "b", "c", "d"))) + ")";
            case 6 -> between(path, attribute);
            case 7 -> path + " " + word("IN") + " (" + candidates(attribute) + ")";
            case 8 -> "size(" + path + ")" + blank() + comparator() + blank() + placeholders.valueOf("N");
            default -> comparison(path, attribute);
        };
    }

    private String comparison(String path, String attribute) {
        String comparator = comparator();
        boolean ordered = !comparator.equals("=") && !comparator.equals("<>");
        String other = draw.chance(0.85)
                ? value(attribute, ordered)
                : draw.chance(0.5) ? placeholders.path() : "size(" + placeholders.path() + ")";
        return draw.chance(0.85)
                ? path + blank() + comparator + blank() + other
                : other + " " + comparator + " " + path;
    }

    private String value(String attribute, boolean ordered) {
        return ordered && draw.chance(0.97)
                ? placeholders.valueOf(draw.of("N", "S", "B"))
                : placeholders.valueFor(attribute);
    }

    private String between(String path, String attribute) {
        String lower;
        String upper;
        if (draw.chance(0.8)) {
            String type = draw.of("N", "S", "B");
            lower = placeholders.value(Json.text(type, type.equals("B") ? "AA==" : draw.of("0", "1")));
            upper = placeholders.value(Json.text(type, type.equals("B") ? "AQ==" : draw.of("2", "3")));
        } else {
            lower = placeholders.valueFor(attribute);
            upper = placeholders.valueFor(attribute);
        }
        return path + " " + word("BETWEEN") + " " + lower + " " + word("AND") + " " + upper;
    }

    private String candidates(String attribute) {
        List<String> candidates = new ArrayList<>();
        int size = draw.between(1, 3);
        for (int i = 0; i < size; i++) {
            candidates.add(
                    draw.asked().pathsInLists() && draw.chance(0.1)
                            ? placeholders.path()
                            : placeholders.valueFor(attribute));
        }
        return String.join(draw.of(",", ", "), candidates);
    }

    private String comparator() {
        return draw.of("=", "=", "<>", "<", "<=", ">", ">=");
    }

    private String blank() {
        return draw.of("", " ", " ", "  ");
    }

    private String word(String keyword) {
        return draw.chance(0.85) ? keyword : keyword.toLowerCase(Locale.ROOT);
    }
}
