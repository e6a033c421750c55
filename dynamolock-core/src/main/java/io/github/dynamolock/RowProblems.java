package io.github.dynamolock;

import io.github.dynamolock.table.Escapes;
import io.github.dynamolock.table.LockRow;

/** What is said of rows that are not touched. */
final class RowProblems {

    private RowProblems() {}

    static LockTableException foreign(LockKey key) {
        return new LockTableException(
                "the item at key " + key + " is no lock row: it has no record version number. It was left as it is; use"
                        + " another key or key prefix, or a sort key of its own for locks",
                null);
    }

    static LockTableException corrupt(LockKey key, LockRow row) {
        return new LockTableException(
                "the lock row at key " + key + " is corrupt: " + Escapes.escape(String.valueOf(row.corruption()))
                        + ". It was not taken; when no client uses it, delete it",
                null);
    }
}
