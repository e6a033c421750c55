package io.github.dynamolock.verification.differential;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a peer answers, in a form that compares: sets, the items of a Scan and of a batch have no order.
 *
 * @param status the HTTP status
 * @param error the error's name without its namespace, or empty
 * @param message the error's message, or empty
 * @param body the rest
 */
record Answer(int status, String error, String message, ObjectNode body) {

    static Answer of(Call call, int status, ObjectNode raw) {
        ObjectNode body = (ObjectNode) Json.normal(raw);
        JsonNode type = body.remove("__type");
        JsonNode lower = body.remove("message");
        JsonNode upper = body.remove("Message");
        String error = type == null ? "" : type.asString();
        JsonNode message = lower == null ? upper : lower;
        if (call.operation().equals("Scan") && body.has("Items")) {
            body.set("Items", Json.sorted(body.get("Items").valueStream()));
        }
        if (call.operation().equals("BatchGetItem") && body.path("Responses").isObject()) {
            ObjectNode responses = (ObjectNode) body.get("Responses");
            responses
                    .properties()
                    .forEach(table -> responses.set(
                            table.getKey(), Json.sorted(table.getValue().valueStream())));
        }
        return new Answer(
                status, error.substring(error.indexOf('#') + 1), message == null ? "" : message.asString(""), body);
    }

    /** Whether both say the same; error messages, where they are to compare, by their category. */
    boolean agreesWith(Answer other, boolean messages) {
        return status == other.status
                && error.equals(other.error)
                && (!messages || Category.of(error, message).equals(Category.of(error, other.message)))
                && body.equals(other.body);
    }

    boolean isSuccess() {
        return status == 200;
    }

    Answer withBody(ObjectNode other) {
        return new Answer(status, error, message, other);
    }

    Answer withMessage(String other) {
        return new Answer(status, error, other, body);
    }

    @Override
    public String toString() {
        return isSuccess()
                ? body.toString()
                : status + " " + error + ": " + message + (body.isEmpty() ? "" : " " + body);
    }
}
