package io.github.dynamolock.verification.differential;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What moto's answers would be without some of its faults. */
final class MotoCorrections {
    private MotoCorrections() {}

    /** Theirs without the key among the attributes that it answers, or null where it answers none. */
    static @Nullable Answer withoutKey(Call call, Answer theirs) {
        if (!theirs.body().path("Attributes").isObject()) {
            return null;
        }
        ObjectNode body = theirs.body().deepCopy();
        ObjectNode attributes = (ObjectNode) body.get("Attributes");
        call.body().path("Key").propertyNames().forEach(attributes::remove);
        if (attributes.isEmpty()) {
            body.remove("Attributes");
        }
        return theirs.withBody(body);
    }

    /** Theirs with our items wherever theirs has the same and more. */
    static Answer projected(Answer ours, Answer theirs) {
        ObjectNode body = theirs.body().deepCopy();
        JsonNode our = ours.body().path("Responses");
        JsonNode their = body.path("Responses");
        for (int i = 0; i < their.size(); i++) {
            JsonNode item = our.path(i).path("Item");
            JsonNode more = their.get(i).path("Item");
            if (item.isObject()
                    && more.isObject()
                    && item.properties().stream()
                            .allMatch(member -> member.getValue().equals(more.get(member.getKey())))) {
                ((ObjectNode) their.get(i)).set("Item", item);
            }
        }
        return theirs.withBody(body);
    }

    /** The body of an answer with its numbers as DynamoDB stores them. */
    static ObjectNode canonicalNumbers(Answer answer) {
        ObjectNode body = (ObjectNode) canonical(answer.body());
        return answer.error().isEmpty()
                ? body
                : body.put("__type", answer.error()).put("message", answer.message());
    }

    private static JsonNode canonical(JsonNode node) {
        if (node.isArray()) {
            ArrayNode copy = Json.array();
            node.forEach(element -> copy.add(canonical(element)));
            return copy;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode copy = Json.object();
        node.properties().forEach(member -> {
            JsonNode value = member.getValue();
            boolean single = node.size() == 1;
            if (single && member.getKey().equals("N") && value.isString()) {
                copy.put("N", number(value.asString()));
            } else if (single && member.getKey().equals("NS") && value.isArray()) {
                ArrayNode numbers = Json.array();
                value.forEach(element -> numbers.add(number(element.asString())));
                copy.set("NS", Json.sorted(numbers.valueStream()));
            } else {
                copy.set(member.getKey(), canonical(value));
            }
        });
        return copy;
    }

    private static String number(String text) {
        try {
            BigDecimal number = new BigDecimal(text).stripTrailingZeros();
            return number.signum() == 0 ? "0" : number.toPlainString();
        } catch (NumberFormatException e) {
            return text;
        }
    }
}
