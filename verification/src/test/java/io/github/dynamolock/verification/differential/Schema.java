package io.github.dynamolock.verification.differential;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A table that all peers have.
 *
 * @param name its name
 * @param partitionType the type of its partition key, {@code p}
 * @param sortType the type of its sort key, {@code r}, or empty
 */
record Schema(String name, String partitionType, String sortType) {

    /** The tables of one lane, which no other lane uses. */
    static List<Schema> all(String lane) {
        return List.of(
                new Schema(lane + ".text", "S", ""),
                new Schema(lane + ".pair", "S", "N"),
                new Schema(lane + ".bytes", "B", "S"),
                new Schema(lane + ".number", "N", "B"));
    }

    boolean hasSort() {
        return !sortType.isEmpty();
    }

    Call create() {
        ObjectNode body = Json.object().put("TableName", name).put("BillingMode", "PAY_PER_REQUEST");
        ArrayNode attributes = body.putArray("AttributeDefinitions");
        ArrayNode keys = body.putArray("KeySchema");
        attributes.addObject().put("AttributeName", "p").put("AttributeType", partitionType);
        keys.addObject().put("AttributeName", "p").put("KeyType", "HASH");
        if (hasSort()) {
            attributes.addObject().put("AttributeName", "r").put("AttributeType", sortType);
            keys.addObject().put("AttributeName", "r").put("KeyType", "RANGE");
        }
        return new Call("CreateTable", body, "");
    }

    /** The key of a whole item. */
    ObjectNode keyOf(ObjectNode item) {
        ObjectNode key = Json.object();
        key.set("p", item.get("p"));
        if (hasSort()) {
            key.set("r", item.get("r"));
        }
        return key;
    }
}
