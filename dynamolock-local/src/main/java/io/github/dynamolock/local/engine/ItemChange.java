package io.github.dynamolock.local.engine;

import org.jspecify.annotations.Nullable;

/**
 * What a write does to one item.
 *
 * @param table the table
 * @param key the item's key
 * @param before the item before, or null for none
 * @param after the item after, or null for none
 */
record ItemChange(
        Table table,
        ItemKey key,
        @Nullable Item before,
        @Nullable Item after) {

    /** Whether anything changes: a check leaves the item as it is. */
    @SuppressWarnings("ReferenceEquality") // items are immutable, and what leaves one as it is answers the same
    boolean isReal() {
        return before != after;
    }

    /** Makes the change in memory; under the item's lock. */
    void apply() {
        table.set(key, after);
    }
}
