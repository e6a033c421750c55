package io.github.dynamolock.verification.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Draws update expressions from their grammar, most of them without overlapping paths. */
final class UpdateDraw {
    private final Draw draw;
    private final ValueDraw values;
    private final Placeholders placeholders;

    UpdateDraw(Draw draw, ValueDraw values, Placeholders placeholders) {
        this.draw = draw;
        this.values = values;
        this.placeholders = placeholders;
    }

    String update() {
        Set<String> attributes = new LinkedHashSet<>();
        int size = draw.of(1, 1, 2, 2, 3, 4);
        for (int i = 0; i < size; i++) {
            attributes.add(placeholders.attribute());
        }
        List<List<String>> sections =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (String attribute : attributes) {
            int section = draw.of(0, 0, 0, 1, 2, 3);
            sections.get(section).add(action(section, attribute));
            boolean container = attribute.equals("m") || attribute.equals("l");
            if (container && draw.chance(0.5)) {
                int second = draw.of(0, 0, 1);
                sections.get(second).add(action(second, attribute));
            }
        }
        return join(sections);
    }

    private String join(List<List<String>> sections) {
        List<String> texts = new ArrayList<>();
        List<String> words = List.of("SET", "REMOVE", "ADD", "DELETE");
        for (int i = 0; i < sections.size(); i++) {
            if (!sections.get(i).isEmpty()) {
                texts.add(words.get(i) + " " + String.join(draw.of(",", ", "), sections.get(i)));
            }
        }
        Collections.shuffle(texts, new Random(draw.between(0, 1000)));
        UnaryOperator<String> whole = draw.chance(0.1) ? text -> text.replace("SET ", "set ") : text -> text;
        return whole.apply(String.join(" ", texts));
    }

    private String action(int section, String attribute) {
        String path = placeholders.pathFrom(attribute);
        return switch (section) {
            case 0 -> path + draw.of(" = ", "=", " =") + assigned(attribute, path);
            case 1 -> path;
            case 2 -> path + " " + placeholders.value(addable(attribute));
            default -> path + " " + placeholders.value(deletable(attribute));
        };
    }

    private String assigned(String attribute, String path) {
        return switch (draw.between(0, 9)) {
            case 0, 1 -> number(attribute, path) + draw.of(" + ", " - ", "+") + placeholders.valueOf("N");
            case 2 -> placeholders.valueOf("N") + draw.of(" + ", " - ") + number(attribute, path);
            case 3 -> "if_not_exists(" + placeholders.path() + ", " + placeholders.valueFor(attribute) + ")";
            case 4 -> "list_append(" + list() + ", " + list() + ")";
            case 5 -> placeholders.path();
            default -> placeholders.valueFor(attribute);
        };
    }

    private String number(String attribute, String path) {
        return switch (draw.between(0, 3)) {
            case 0 -> "if_not_exists(" + path + ", " + placeholders.valueOf("N") + ")";
            case 1 -> placeholders.pathFrom("a");
            case 2 -> attribute.equals("a") ? path : placeholders.name("year");
            default -> path;
        };
    }

    private String list() {
        return draw.by(
                () -> placeholders.valueFor("l"),
                () -> placeholders.name("l"),
                () -> "if_not_exists(" + placeholders.name("l") + ", " + placeholders.valueOf("L") + ")");
    }

    private ObjectNode addable(String attribute) {
        return switch (attribute) {
            case "ss" -> values.of("SS");
            case "ns" -> values.of("NS");
            case "bs" -> values.of("BS");
            default -> draw.chance(0.85) ? values.of("N") : values.any();
        };
    }

    private ObjectNode deletable(String attribute) {
        return switch (attribute) {
            case "ss" -> values.of("SS");
            case "ns" -> values.of("NS");
            case "bs" -> values.of("BS");
            default -> draw.chance(0.8) ? values.of(draw.of("SS", "NS", "BS")) : values.any();
        };
    }
}
