package io.github.dynamolock.table;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Every condition under which a row is written. Safety lives here: no write goes without one of these. */
final class Conditions {

    private final TableKeys keys;
    private final RowLayout layout;

    Conditions(TableKeys keys, RowLayout layout) {
        this.keys = keys;
        this.layout = layout;
    }

    /**
     * No row, or a released lock row. A row without a version is somebody else's item, whatever else it has: it is not
     * taken.
     */
    String free(Expression e) {
        String absent = "attribute_not_exists(" + e.name(keys.partitionKey()) + ")";
        if (layout.released() == null) {
            return absent;
        }
        return absent + " OR (attribute_exists(" + e.name(layout.released()) + ") AND attribute_type("
                + e.name(layout.version()) + ", " + e.text("S") + "))";
    }

    /** The very version that was observed for longer than its lease. */
    String observed(Expression e, String version) {
        return e.name(layout.version()) + " = " + e.text(version);
    }

    /** The very version that somebody looked at, and still held. */
    String observedHeld(Expression e, String version) {
        return observed(e, version) + notReleased(e);
    }

    /** Held under this hold id, at whatever count. */
    String held(Expression e, String holdId) {
        return "begins_with(" + e.name(layout.version()) + ", " + e.text(RecordVersion.prefix(holdId)) + ")"
                + notReleased(e);
    }

    /** Held under this hold id with a smaller token: a late copy of an earlier raise lowers nothing. */
    String heldWithLess(Expression e, String holdId, long token) {
        return held(e, holdId) + andToken(e, "<", token);
    }

    /**
     * Held under this hold id, by the grant of this token. A request that acquired can come a second time, when others have
     * had the lock since or the row was deleted: then the row is this hold's again, but with another token.
     */
    String granted(Expression e, String holdId, long token) {
        return held(e, holdId) + andToken(e, "=", token);
    }

    /** The same, at a count below this renewal's: an older renewal that comes late restores nothing. */
    String grantedBelow(Expression e, Renew renew) {
        return e.name(layout.version()) + " BETWEEN " + e.text(RecordVersion.of(renew.holdId(), 0)) + " AND "
                + e.text(RecordVersion.of(renew.holdId(), renew.counter() - 1)) + notReleased(e)
                + andToken(e, "=", renew.token());
    }

    private static String andToken(Expression e, String comparator, long token) {
        return " AND " + e.name(RowLayout.TOKEN) + " " + comparator + " "
                + e.value(AttributeValue.fromN(Long.toString(token)));
    }

    private String notReleased(Expression e) {
        return layout.released() == null ? "" : " AND attribute_not_exists(" + e.name(layout.released()) + ")";
    }
}
