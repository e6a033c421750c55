package io.github.dynamolock.verification.differential;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Small helpers for JSON trees. */
final class Json {
    static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Set<String> SETS = Set.of("SS", "NS", "BS");

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** An attribute value of a type whose value is a text. */
    static ObjectNode text(String type, String value) {
        return object().put(type, value);
    }

    static ObjectNode set(String type, List<String> elements) {
        ObjectNode set = object();
        ArrayNode values = set.putArray(type);
        elements.forEach(values::add);
        return set;
    }

    static ObjectNode parse(byte[] body) {
        return body.length == 0 ? object() : (ObjectNode) MAPPER.readTree(body);
    }

    static ObjectNode parse(String body) {
        return (ObjectNode) MAPPER.readTree(body);
    }

    /** The same tree with sets in one order, because a set has none, and numbers of one type. */
    static JsonNode normal(JsonNode node) {
        if (node.isArray()) {
            ArrayNode copy = array();
            node.forEach(element -> copy.add(normal(element)));
            return copy;
        }
        if (node.isNumber()) {
            // Whether a peer writes 1 or 1.0 is no difference.
            return MAPPER.getNodeFactory().numberNode(node.doubleValue());
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode copy = object();
        node.properties().forEach(member -> {
            JsonNode value = normal(member.getValue());
            boolean isSet = node.size() == 1 && SETS.contains(member.getKey()) && value.isArray();
            copy.set(member.getKey(), isSet ? sorted(value.valueStream()) : value);
        });
        return copy;
    }

    /** The nodes in one order, whatever theirs was. */
    static ArrayNode sorted(Stream<JsonNode> nodes) {
        ArrayNode sorted = array();
        nodes.sorted(Comparator.comparing(Json::canonical)).forEach(sorted::add);
        return sorted;
    }

    /** A text that is the same for equal trees. */
    private static String canonical(JsonNode node) {
        if (node.isObject()) {
            StringBuilder text = new StringBuilder("{");
            node.propertyNames().stream()
                    .sorted()
                    .forEach(name -> text.append(name)
                            .append(':')
                            .append(canonical(node.get(name)))
                            .append(','));
            return text.append('}').toString();
        }
        if (node.isArray()) {
            StringBuilder text = new StringBuilder("[");
            node.forEach(element -> text.append(canonical(element)).append(','));
            return text.append(']').toString();
        }
        return node.toString();
    }
}
