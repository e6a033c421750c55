package io.github.dynamolock.verification.differential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Draws requests that mean something: most of them are valid. */
final class CallDraw {
    private static final List<String> ITEM_ATTRIBUTES =
            List.of("a", "b", "c", "d", "m", "l", "ss", "ns", "bs", "name", "year", "x.y");

    private final Draw draw;
    private final ValueDraw values;
    private final List<Schema> schemas;
    private final Schema main;

    /**
     * Draws from one table, and where a request can have two, also from the others.
     *
     * @param schemas the tables, the first of which is used most
     */
    CallDraw(Draw draw, List<Schema> schemas) {
        this.draw = draw;
        this.values = new ValueDraw(draw);
        this.schemas = schemas;
        this.main = schemas.get(0);
    }

    Call any() {
        int kind = draw.between(0, draw.asked().transactions() ? 22 : 18);
        return switch (kind) {
            case 0, 1 -> get();
            case 2, 3, 4 -> put();
            case 5, 6, 7, 8, 9 -> update();
            case 10, 11 -> delete();
            case 12, 13, 14 -> new SearchDraw(draw, values, main).query(this);
            case 15 -> new SearchDraw(draw, values, main).scan();
            case 16 -> batchGet();
            case 17, 18 -> batchWrite();
            case 19, 20, 21 -> transactWrite();
            default -> transactGet();
        };
    }

    ObjectNode key(Schema schema) {
        ObjectNode key = Json.object();
        key.set("p", keyValue(schema.partitionType()));
        if (schema.hasSort()) {
            key.set("r", keyValue(schema.sortType()));
        }
        return key;
    }

    ObjectNode keyValue(String type) {
        return switch (type) {
            case "S" -> Json.text("S", draw.of("k1", "k2", "ü", "k1k"));
            case "N" -> Json.text("N", draw.of("1", "2", "10", "-1", "1.5", "0"));
            default -> Json.text("B", draw.of("AA==", "AAE=", "/w==", "YWI="));
        };
    }

    private ObjectNode item(Schema schema) {
        ObjectNode item = key(schema);
        int size = draw.between(0, 6);
        for (int i = 0; i < size; i++) {
            String attribute = draw.of(ITEM_ATTRIBUTES);
            item.set(attribute, values.usualFor(attribute));
        }
        return item;
    }

    private Call get() {
        ObjectNode body = Json.object().put("TableName", main.name());
        body.set("Key", key(main));
        if (draw.chance(0.6)) {
            Placeholders placeholders = new Placeholders(draw, values);
            body.put("ProjectionExpression", projection(placeholders));
            placeholders.into(body);
        }
        if (draw.chance(0.3)) {
            body.put("ConsistentRead", draw.chance(0.5));
        }
        return new Call("GetItem", capacity(body), "");
    }

    Call put() {
        ObjectNode body = Json.object().put("TableName", main.name());
        body.set("Item", item(main));
        conditional(body, new Placeholders(draw, values), 0.5);
        returned(body, "ALL_OLD", "NONE");
        return new Call("PutItem", capacity(body), "");
    }

    private Call update() {
        ObjectNode body = Json.object().put("TableName", main.name());
        body.set("Key", key(main));
        Placeholders placeholders = new Placeholders(draw, values);
        String update = draw.chance(0.97) ? new UpdateDraw(draw, values, placeholders).update() : "";
        boolean onlyRemoves = update.startsWith("REMOVE") && !update.contains(" SET ") && !update.contains(" ADD ");
        if (!update.isEmpty()) {
            body.put("UpdateExpression", update);
        }
        // What such an update does where there is no item, the peers do not know; see what is listed.
        boolean guarded = onlyRemoves && draw.chance(0.8);
        if (guarded) {
            body.put("ConditionExpression", "attribute_exists(p)");
        }
        conditional(body, placeholders, guarded ? 0 : 0.4);
        returned(body, "ALL_OLD", "NONE", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW");
        return new Call("UpdateItem", capacity(body), "");
    }

    private Call delete() {
        ObjectNode body = Json.object().put("TableName", main.name());
        body.set("Key", key(main));
        conditional(body, new Placeholders(draw, values), 0.6);
        returned(body, "ALL_OLD", "NONE");
        return new Call("DeleteItem", capacity(body), "");
    }

    private Call batchGet() {
        ObjectNode body = Json.object();
        ObjectNode tables = body.putObject("RequestItems");
        for (Schema schema : someSchemas()) {
            ObjectNode asked = tables.putObject(schema.name());
            ArrayNode keys = asked.putArray("Keys");
            distinctKeys(schema, draw.between(1, 4)).forEach(keys::add);
            if (draw.chance(0.4)) {
                Placeholders placeholders = new Placeholders(draw, values);
                asked.put("ProjectionExpression", projection(placeholders));
                placeholders.into(asked);
            }
        }
        return new Call("BatchGetItem", body, "");
    }

    Call batchWrite() {
        ObjectNode body = Json.object();
        ObjectNode tables = body.putObject("RequestItems");
        for (Schema schema : someSchemas()) {
            ArrayNode writes = tables.putArray(schema.name());
            for (ObjectNode key : distinctKeys(schema, draw.between(1, 5))) {
                if (draw.chance(0.8)) {
                    writes.addObject()
                            .putObject("PutRequest")
                            .set("Item", item(schema).setAll(key));
                } else {
                    writes.addObject().putObject("DeleteRequest").set("Key", key);
                }
            }
        }
        return new Call("BatchWriteItem", body, "");
    }

    private Call transactWrite() {
        ObjectNode body = Json.object();
        ArrayNode actions = body.putArray("TransactItems");
        for (Schema schema : someSchemas()) {
            for (ObjectNode key : distinctKeys(schema, draw.between(1, 3))) {
                actions.add(action(schema, key));
            }
        }
        return new Call("TransactWriteItems", body, "");
    }

    private ObjectNode action(Schema schema, ObjectNode key) {
        ObjectNode action = Json.object();
        Placeholders placeholders = new Placeholders(draw, values);
        ObjectNode body = action.putObject(draw.of("Put", "Update", "Update", "Delete", "ConditionCheck"));
        body.put("TableName", schema.name());
        boolean put = action.has("Put");
        if (put) {
            body.set("Item", item(schema).setAll(key));
        } else {
            body.set("Key", key);
        }
        if (action.has("Update")) {
            body.put("UpdateExpression", new UpdateDraw(draw, values, placeholders).update());
        }
        conditional(body, placeholders, action.has("ConditionCheck") ? 1 : 0.3);
        return action;
    }

    private Call transactGet() {
        ObjectNode body = Json.object();
        ArrayNode gets = body.putArray("TransactItems");
        for (Schema schema : someSchemas()) {
            for (ObjectNode key : distinctKeys(schema, draw.between(1, 3))) {
                ObjectNode get = gets.addObject().putObject("Get").put("TableName", schema.name());
                get.set("Key", key);
                if (draw.chance(0.4)) {
                    Placeholders placeholders = new Placeholders(draw, values);
                    get.put("ProjectionExpression", projection(placeholders));
                    placeholders.into(get);
                }
            }
        }
        return new Call("TransactGetItems", body, "");
    }

    String projection(Placeholders placeholders) {
        Set<String> attributes = new HashSet<>();
        List<String> paths = new ArrayList<>();
        int size = draw.between(1, 4);
        for (int i = 0; i < size; i++) {
            String attribute = draw.chance(0.2) ? draw.of("p", "r") : placeholders.attribute();
            if (attributes.add(attribute) || draw.chance(0.1)) {
                paths.add(placeholders.pathFrom(attribute));
            }
        }
        return String.join(draw.of(",", ", "), paths);
    }

    private void conditional(ObjectNode body, Placeholders placeholders, double share) {
        if (draw.chance(share)) {
            body.put("ConditionExpression", new ConditionDraw(draw, values, placeholders).condition());
            if (draw.chance(0.4)) {
                body.put("ReturnValuesOnConditionCheckFailure", draw.of("ALL_OLD", "ALL_OLD", "NONE"));
            }
        }
        placeholders.into(body);
    }

    private void returned(ObjectNode body, String... choices) {
        if (draw.chance(0.5)) {
            body.put("ReturnValues", draw.of(choices));
        }
    }

    private ObjectNode capacity(ObjectNode body) {
        return draw.chance(0.1) ? body.put("ReturnConsumedCapacity", draw.of("TOTAL", "INDEXES", "NONE")) : body;
    }

    private List<Schema> someSchemas() {
        return draw.chance(0.7) ? schemas.subList(0, 1) : schemas;
    }

    private List<ObjectNode> distinctKeys(Schema schema, int size) {
        Set<ObjectNode> keys = new LinkedHashSet<>();
        for (int i = 0; i < size; i++) {
            keys.add(key(schema));
        }
        return List.copyOf(keys);
    }
}
