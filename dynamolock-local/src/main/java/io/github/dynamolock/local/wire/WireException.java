package io.github.dynamolock.local.wire;

import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/** Internal: JSON that does not have the shape of the request it stands for. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unknownMember;

    private WireException(String message, boolean unknownMember) {
        super(message);
        this.unknownMember = unknownMember;
    }

    static WireException unexpected(JsonNode json, String expected) {
        return new WireException(nameOf(json) + " cannot be converted to " + expected, false);
    }

    static WireException unknownMember(String member) {
        return new WireException("dynamolock-local does not know the member " + member, true);
    }

    /** Whether the JSON is right in itself, but asks for something that is not known. */
    public boolean isUnknownMember() {
        return unknownMember;
    }

    private static String nameOf(JsonNode json) {
        if (json.isNumber()) {
            return "NUMBER_VALUE";
        }
        if (json.isString()) {
            return "STRING_VALUE";
        }
        if (json.isBoolean()) {
            return json.asBoolean() ? "TRUE_VALUE" : "FALSE_VALUE";
        }
        if (json.isArray()) {
            return "START_ARRAY";
        }
        return json.isObject() ? "START_OBJECT" : "VALUE_NULL";
    }
}
