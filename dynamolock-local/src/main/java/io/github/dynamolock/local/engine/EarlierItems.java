package io.github.dynamolock.local.engine;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The items of a table as they were before their latest write, once anyone may ask for them. */
final class EarlierItems {
    private final AtomicBoolean kept;
    private final Map<ItemKey, Optional<Item>> items = new ConcurrentHashMap<>();

    /**
     * Makes an empty one.
     *
     * @param kept whether earlier items are kept at all; what was written before is not known
     */
    EarlierItems(AtomicBoolean kept) {
        this.kept = kept;
    }

    /** An item is replaced or removed; under the item's lock. */
    void replaced(ItemKey key, @Nullable Item before) {
        if (kept.get()) {
            items.put(key, Optional.ofNullable(before));
        }
    }

    /** The item before its latest write, or the present one when that write is not known. */
    @Nullable
    Item of(ItemKey key, @Nullable Item present) {
        Optional<Item> earlier = items.get(key);
        return earlier == null ? present : earlier.orElse(null);
    }

    /** A copy of a table's items, each as it was before its latest write. */
    NavigableMap<ItemKey, Item> of(NavigableMap<ItemKey, Item> present) {
        NavigableMap<ItemKey, Item> copy = new TreeMap<>(present);
        items.forEach((key, earlier) -> earlier.ifPresentOrElse(item -> copy.put(key, item), () -> copy.remove(key)));
        return copy;
    }
}
