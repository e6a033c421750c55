package io.github.dynamolock;

import io.github.dynamolock.table.Escapes;
import io.github.dynamolock.table.KeyValues;
import io.github.dynamolock.table.TableKeys;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The value of a lock's partition key, checked. Equal exactly when DynamoDB takes the two for the same key. */
record LockKey(AttributeValue value) {

    static LockKey of(String key) {
        return of(AttributeValue.fromS(present(key)));
    }

    static LockKey of(AttributeValue key) {
        return new LockKey(KeyValues.require("lock key", present(key), TableKeys.MAX_PARTITION_KEY_BYTES));
    }

    private static <T> T present(@Nullable T key) {
        if (key == null) {
            throw new IllegalArgumentException("the lock key must not be null");
        }
        return key;
    }

    String text() {
        return KeyValues.text(value);
    }

    /** For messages: quoted, escaped and cut. */
    @Override
    public String toString() {
        return "'" + Escapes.escape(text()) + "'";
    }
}
