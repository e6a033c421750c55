package io.github.dynamolock.verification.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Breaks one thing in a request. What was right in the rest stays right, so that one rule decides. */
final class Breakage {
    private final Draw draw;
    private final BrokenText texts;

    Breakage(Draw draw) {
        this.draw = draw;
        this.texts = new BrokenText(draw);
    }

    /** The request with one thing broken, or the request itself where what was drawn can't be broken in it. */
    Call of(Call call) {
        ObjectNode body = call.body().deepCopy();
        String broken = draw.by(
                () -> expression(body),
                () -> expression(body),
                () -> expression(body),
                () -> placeholders(body),
                () -> placeholders(body),
                () -> value(body),
                () -> value(body),
                () -> key(body),
                () -> key(body),
                () -> parameter(call.operation(), body),
                () -> parameter(call.operation(), body),
                () -> shape(body));
        return broken.isEmpty() ? call : new Call(call.operation(), body, broken);
    }

    private String expression(ObjectNode body) {
        List<ObjectNode> owners = new ArrayList<>();
        collect(body, owners, node -> node.propertyNames().stream().anyMatch(name -> name.endsWith("Expression")));
        if (owners.isEmpty()) {
            return "";
        }
        ObjectNode owner = draw.of(owners);
        List<String> names = owner.propertyNames().stream()
                .filter(name -> name.endsWith("Expression"))
                .toList();
        String name = draw.of(names);
        owner.put(name, texts.broken(owner.get(name).asString()));
        return name;
    }

    private String placeholders(ObjectNode body) {
        List<ObjectNode> owners = new ArrayList<>();
        collect(body, owners, node -> node.has("TableName") || node.has("Keys"));
        if (owners.isEmpty()) {
            return "";
        }
        ObjectNode owner = draw.of(owners);
        ObjectNode names = owner.withObjectProperty("ExpressionAttributeNames");
        ObjectNode values = owner.withObjectProperty("ExpressionAttributeValues");
        switch (draw.between(0, 6)) {
            case 0 -> names.put("#unused", "a");
            case 1 -> values.set(":unused", Json.text("N", "1"));
            case 2 -> names.put(draw.of("unmarked", "#", "#n-1", ":n"), "a");
            case 3 -> values.set(draw.of("unmarked", ":", ":v-1", "#v"), Json.text("N", "1"));
            case 4 -> removeOne(names);
            case 5 -> removeOne(values);
            default -> names.put("#empty", "");
        }
        if (!takesValues(owner)) {
            owner.remove("ExpressionAttributeValues");
        }
        dropEmpty(owner, "ExpressionAttributeNames");
        dropEmpty(owner, "ExpressionAttributeValues");
        return "placeholders";
    }

    /** Reads of single items have a projection, which has no values. */
    private static boolean takesValues(ObjectNode owner) {
        return owner.has("Item")
                || owner.has("UpdateExpression")
                || owner.has("ConditionExpression")
                || owner.has("FilterExpression")
                || owner.has("KeyConditionExpression");
    }

    /** Mostly; an empty map is something else that is wrong. */
    private void dropEmpty(ObjectNode owner, String member) {
        if (owner.path(member).isEmpty() && draw.chance(0.9)) {
            owner.remove(member);
        }
    }

    private void removeOne(ObjectNode from) {
        if (!from.isEmpty()) {
            from.remove(draw.of(List.copyOf(from.propertyNames())));
        }
    }

    private String value(ObjectNode body) {
        List<ObjectNode> holders = new ArrayList<>();
        collect(body, holders, Breakage::isValue);
        if (holders.isEmpty()) {
            return "";
        }
        ObjectNode holder = draw.of(holders);
        ObjectNode broken = draw.by(
                Json::object,
                () -> Json.text(
                        "N", draw.of("", "x", "1x", "0x1", "1e126", "1e-131", "NaN", " 1", "--1", "1e", ".", "1_0")),
                () -> Json.text("N", "1" + "0".repeat(20) + "123456789012345678901"),
                () -> Json.set("SS", List.of()),
                () -> Json.set("NS", List.of("1", "1.0")),
                () -> Json.set("SS", List.of("a", "b", "a")),
                () -> Json.set("BS", List.of("AA==", "AA==")),
                () -> Json.object().put("NULL", false),
                () -> Json.text("S", "a").put("N", "1"),
                () -> Json.set("NS", List.of("1", "x")));
        holder.removeAll();
        holder.setAll(broken);
        return "value";
    }

    private static boolean isValue(ObjectNode node) {
        return node.size() == 1
                && List.of("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M")
                        .contains(node.propertyNames().iterator().next());
    }

    private String key(ObjectNode body) {
        List<ObjectNode> keys = new ArrayList<>();
        collect(body, keys, node -> node.has("p"));
        if (keys.isEmpty()) {
            return "";
        }
        ObjectNode key = draw.of(keys);
        switch (draw.between(0, 6)) {
            case 0 -> key.remove("p");
            case 1 -> key.remove("r");
            case 2 -> key.set("extra", Json.text("S", "x"));
            case 3 -> key.set("p", draw.of(Json.text("S", ""), Json.text("B", ""), Json.set("SS", List.of("a"))));
            case 4 -> key.set("p", Json.text(draw.of("S", "N"), "1"));
            case 5 -> key.set("r", Json.text(draw.of("S", "N"), "1"));
            default -> key.set("p", Json.text("S", "k".repeat(draw.of(2048, 2049))));
        }
        return "key";
    }

    private String parameter(String operation, ObjectNode body) {
        switch (draw.between(0, 7)) {
            case 0 -> body.put("TableName", draw.of("ab", "no.such.table", "not a name", ""));
            case 1 -> body.remove(draw.of(List.copyOf(body.propertyNames())));
            case 2 -> body.put("ReturnValues", draw.of("ALL_NEW", "UPDATED_OLD", "SOME"));
            case 3 -> body.put("ReturnConsumedCapacity", draw.of("ALL", "", "total"));
            case 4 -> body.put("Limit", draw.of(0, -1));
            case 5 -> body.put("Select", draw.of("ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT", "SOME"));
            case 6 -> startKey(body);
            default -> duplicate(body);
        }
        boolean isSearch = operation.equals("Query") || operation.equals("Scan");
        if (!isSearch) {
            body.remove(List.of("Limit", "Select", "ExclusiveStartKey"));
        }
        if (!List.of("PutItem", "UpdateItem", "DeleteItem").contains(operation)) {
            body.remove("ReturnValues");
        }
        if (operation.startsWith("Batch") || operation.startsWith("Transact")) {
            body.remove(List.of("TableName", "ReturnConsumedCapacity"));
        }
        return "parameter";
    }

    private void startKey(ObjectNode body) {
        ObjectNode start = body.putObject("ExclusiveStartKey");
        start.set("p", Json.text(draw.of("S", "N"), draw.of("1", "k1")));
        if (draw.chance(0.6)) {
            start.set("r", Json.text(draw.of("S", "N"), "1"));
        }
    }

    private static void duplicate(ObjectNode body) {
        body.path("RequestItems").forEach(table -> {
            JsonNode list = table.isArray() ? table : table.path("Keys");
            if (list.isArray() && !list.isEmpty()) {
                ((ArrayNode) list).add(list.get(0).deepCopy());
            }
        });
        JsonNode actions = body.path("TransactItems");
        if (!actions.isEmpty()) {
            ((ArrayNode) actions).add(actions.get(0).deepCopy());
        }
    }

    private String shape(ObjectNode body) {
        String member = draw.of(List.copyOf(body.propertyNames()));
        switch (draw.between(0, 4)) {
            case 0 -> body.put(member, 1);
            case 1 -> body.put(member, true);
            case 2 -> body.putArray(member);
            case 3 -> body.putObject(member);
            default -> body.put(member, "x");
        }
        return "shape of " + member;
    }

    private static void collect(JsonNode node, List<ObjectNode> into, Predicate<ObjectNode> wanted) {
        if (node instanceof ObjectNode object && wanted.test(object)) {
            into.add(object);
        }
        node.forEach(child -> collect(child, into, wanted));
    }
}
