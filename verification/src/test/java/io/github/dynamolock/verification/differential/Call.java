package io.github.dynamolock.verification.differential;

import tools.jackson.databind.node.ObjectNode;

/**
 * One request.
 *
 * @param operation the operation, such as {@code UpdateItem}
 * @param body its parameters
 * @param broken what was broken in it on purpose, or empty
 */
record Call(String operation, ObjectNode body, String broken) {
    boolean isSearch() {
        return operation.equals("Query") || operation.equals("Scan");
    }

    boolean writes() {
        return !isSearch() && !operation.contains("Get");
    }

    Call withBody(ObjectNode other) {
        return new Call(operation, other, broken);
    }

    @Override
    public String toString() {
        return operation + " " + body + (broken.isEmpty() ? "" : "  (broken: " + broken + ")");
    }
}
