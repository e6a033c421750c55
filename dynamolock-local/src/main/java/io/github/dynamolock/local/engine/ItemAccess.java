package io.github.dynamolock.local.engine;

/** An item that a transaction reads or writes. */
record ItemAccess(Table table, ItemKey key) {
    ItemLocks.Slot lock() {
        return table.lockOf(key);
    }
}
