package io.github.dynamolock.table;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the writes put into a row, as update expressions. What they do not name stays as it is. */
record Updates(RowLayout layout) {

    /** The row becomes a new hold's, with the next token. */
    String acquire(Expression e, Acquire acquire) {
        StringBuilder set = new StringBuilder("SET ");
        StringBuilder remove = new StringBuilder(" REMOVE ").append(e.name(RowLayout.EXPIRES_AT));
        set.append(assign(e, RowLayout.OWNER, AttributeValue.fromS(acquire.ownerName())));
        set.append(", ").append(assign(e, layout.lease(), layout.leaseForm().write(acquire.lease())));
        set.append(", ").append(assign(e, layout.version(), version(acquire.holdId(), 0)));
        set.append(", ").append(nextToken(e, acquire.tokenSeed()));
        SdkBytes payload = acquire.data();
        if (payload != null) {
            String data = e.name(RowLayout.DATA);
            String value = e.value(AttributeValue.fromB(payload));
            set.append(", ").append(data).append(" = ");
            set.append(acquire.replaceData() ? value : "if_not_exists(" + data + ", " + value + ")");
        } else if (acquire.replaceData()) {
            remove.append(", ").append(e.name(RowLayout.DATA));
        }
        acquire.attributes().forEach((name, value) -> set.append(", ").append(assign(e, name, value)));
        if (layout.released() != null) {
            remove.append(", ").append(e.name(layout.released()));
        }
        return set.append(remove).toString();
    }

    /** A token, whatever was there. */
    String token(Expression e, long token) {
        return "SET " + assign(e, RowLayout.TOKEN, AttributeValue.fromN(Long.toString(token)));
    }

    /** The counter of a hold moves on; the lease is written with it. */
    String renewal(Expression e, Renew renew) {
        return "SET " + assign(e, layout.version(), version(renew.holdId(), renew.counter())) + ", "
                + assign(e, layout.lease(), layout.leaseForm().write(renew.lease()));
    }

    /** Follows a SET: the payload too, or without the payload, or neither. */
    String data(Expression e, @Nullable SdkBytes data, boolean delete) {
        if (data != null) {
            return ", " + assign(e, RowLayout.DATA, AttributeValue.fromB(data));
        }
        return delete ? " REMOVE " + e.name(RowLayout.DATA) : "";
    }

    /** The row is free. */
    String release(Expression e, @Nullable SdkBytes data, @Nullable Long expiresAt) {
        String update = "SET " + released(e) + data(e, data, false);
        return expiresAt == null
                ? update
                : update + ", " + assign(e, RowLayout.EXPIRES_AT, AttributeValue.fromN(expiresAt.toString()));
    }

    /** The row is free, as if it had been taken over and released at once. */
    String releaseObserved(Expression e, String freedVersion, String ownerName, long tokenSeed) {
        return "SET " + assign(e, RowLayout.OWNER, AttributeValue.fromS(ownerName))
                + ", " + assign(e, layout.version(), AttributeValue.fromS(freedVersion))
                + ", " + nextToken(e, tokenSeed)
                + ", " + released(e);
    }

    private String released(Expression e) {
        String released = Objects.requireNonNull(layout.released(), "rows of this layout are freed by deleting them");
        return assign(e, released, AttributeValue.fromS("1"));
    }

    private static String nextToken(Expression e, long seed) {
        String token = e.name(RowLayout.TOKEN);
        return token + " = if_not_exists(" + token + ", " + e.value(AttributeValue.fromN(Long.toString(seed))) + ") + "
                + e.value(AttributeValue.fromN("1"));
    }

    private static String assign(Expression e, String name, AttributeValue value) {
        return e.name(name) + " = " + e.value(value);
    }

    private static AttributeValue version(String holdId, long counter) {
        return AttributeValue.fromS(RecordVersion.of(holdId, counter));
    }
}
