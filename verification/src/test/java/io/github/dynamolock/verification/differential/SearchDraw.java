package io.github.dynamolock.verification.differential;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Draws Query and Scan. */
final class SearchDraw {
    private final Draw draw;
    private final ValueDraw values;
    private final Schema schema;

    SearchDraw(Draw draw, ValueDraw values, Schema schema) {
        this.draw = draw;
        this.values = values;
        this.schema = schema;
    }

    Call query(CallDraw calls) {
        ObjectNode body = Json.object().put("TableName", schema.name());
        Placeholders placeholders = new Placeholders(draw, values);
        String partition = placeholders.name("p") + " = " + placeholders.value(calls.keyValue(schema.partitionType()));
        if (schema.hasSort() && draw.chance(0.6)) {
            String sort = sort(calls, placeholders);
            body.put(
                    "KeyConditionExpression",
                    draw.chance(0.8) ? partition + " AND " + sort : sort + " and " + partition);
        } else {
            body.put("KeyConditionExpression", draw.chance(0.9) ? partition : "(" + partition + ")");
        }
        if (draw.chance(0.3)) {
            body.put("ScanIndexForward", draw.chance(0.3));
        }
        common(body, calls, placeholders);
        return new Call("Query", body, "");
    }

    Call scan() {
        ObjectNode body = Json.object().put("TableName", schema.name());
        common(body, new CallDraw(draw, List.of(schema)), new Placeholders(draw, values));
        return new Call("Scan", body, "");
    }

    private String sort(CallDraw calls, Placeholders placeholders) {
        String path = placeholders.name("r");
        String value = placeholders.value(calls.keyValue(schema.sortType()));
        return switch (draw.between(0, 4)) {
            case 0 -> path + " BETWEEN " + value + " AND " + placeholders.value(calls.keyValue(schema.sortType()));
            case 1 -> "begins_with(" + path + ", " + value + ")";
            case 2 -> value + " " + draw.of("=", "<", "<=", ">", ">=") + " " + path;
            default -> path + " " + draw.of("=", "<", "<=", ">", ">=") + " " + value;
        };
    }

    private void common(ObjectNode body, CallDraw calls, Placeholders placeholders) {
        if (draw.chance(0.4)) {
            body.put("FilterExpression", new ConditionDraw(draw, values, placeholders).condition());
        }
        boolean projected = draw.chance(0.3);
        if (projected) {
            body.put("ProjectionExpression", calls.projection(placeholders));
        }
        if (draw.chance(0.4)) {
            body.put("Limit", draw.between(1, 3));
        }
        if (draw.chance(0.2)) {
            body.put("Select", projected ? "SPECIFIC_ATTRIBUTES" : draw.of("COUNT", "ALL_ATTRIBUTES"));
        }
        if (draw.chance(0.1)) {
            body.put("ReturnConsumedCapacity", "TOTAL");
        }
        if (draw.chance(0.2)) {
            body.put("ConsistentRead", true);
        }
        placeholders.into(body);
    }
}
