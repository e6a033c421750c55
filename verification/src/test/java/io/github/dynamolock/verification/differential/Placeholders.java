package io.github.dynamolock.verification.differential;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Names and values for the expressions of one request, as placeholders where that is needed or drawn. */
final class Placeholders {
    private static final List<String> ATTRIBUTES =
            List.of("a", "a", "b", "b", "c", "d", "m", "l", "ss", "ns", "bs", "name", "year", "x.y", "e");
    private static final Set<String> NEED_A_PLACEHOLDER = Set.of("name", "year", "x.y");

    private final Draw draw;
    private final ValueDraw values;
    private final ObjectNode givenNames = Json.object();
    private final ObjectNode givenValues = Json.object();

    Placeholders(Draw draw, ValueDraw values) {
        this.draw = draw;
        this.values = values;
    }

    /** A top-level attribute that is in no key. */
    String attribute() {
        return draw.of(ATTRIBUTES);
    }

    /** How an expression names an attribute, or a step into a map. */
    String name(String attribute) {
        if (!NEED_A_PLACEHOLDER.contains(attribute) && draw.chance(0.8)) {
            return attribute;
        }
        String placeholder = "#" + (draw.chance(0.5) ? "n" : "N_") + givenNames.size();
        givenNames.put(placeholder, attribute);
        return placeholder;
    }

    /** A document path. */
    String path() {
        return pathFrom(attribute());
    }

    String pathFrom(String attribute) {
        StringBuilder path = new StringBuilder(name(attribute));
        if (attribute.equals("m") && draw.chance(0.7)) {
            path.append('.').append(name(draw.of("x", "y", "z", "l")));
            if (draw.chance(0.3)) {
                path.append('[').append(draw.between(0, 3)).append(']');
            }
        } else if (attribute.equals("l") && draw.chance(0.6)) {
            path.append('[').append(draw.between(0, 4)).append(']');
            if (draw.chance(0.15)) {
                path.append('.').append(name("x"));
            }
        } else if (draw.chance(0.03)) {
            path.append(draw.of(".x", "[0]", ".x.y", "[1][0]"));
        }
        return path.toString();
    }

    String value(ObjectNode value) {
        String placeholder = ":" + draw.of("v", "w", "V_") + givenValues.size();
        givenValues.set(placeholder, value);
        return placeholder;
    }

    String anyValue() {
        return value(values.any());
    }

    String valueFor(String attribute) {
        return value(values.usualFor(attribute));
    }

    String valueOf(String type) {
        return value(values.of(type));
    }

    /** Puts what the expressions used into their request. */
    void into(ObjectNode body) {
        if (!givenNames.isEmpty()) {
            body.set("ExpressionAttributeNames", givenNames);
        }
        if (!givenValues.isEmpty()) {
            body.set("ExpressionAttributeValues", givenValues);
        }
    }
}
