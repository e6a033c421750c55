package io.github.dynamolock.local.engine;

import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/**
 * One table: its items, and what was set when it was created.
 *
 * <p>An item is read and written under its lock in {@link #locks}, except by Query and Scan, which see each item as it
 * was before or after a write, as DynamoDB's do.
 */
final class Table {
    private final TableDescription description;
    private final KeySchema schema;
    private final ItemLocks locks;
    private final ConcurrentSkipListMap<ItemKey, Item> items = new ConcurrentSkipListMap<>();
    private final EarlierItems earlier;
    private final ConcurrentSkipListMap<String, String> tags = new ConcurrentSkipListMap<>();
    private String timeToLive = ""; // guarded by this

    Table(TableDescription description, KeySchema schema, ItemLocks locks, EarlierItems earlier, Collection<Tag> tags) {
        this.description = description;
        this.schema = schema;
        this.locks = locks;
        this.earlier = earlier;
        tags.forEach(tag -> this.tags.put(tag.key(), tag.value()));
    }

    /** The tags by key. */
    ConcurrentSkipListMap<String, String> tags() {
        return tags;
    }

    /** The attribute that holds the time of expiry, or empty when items do not expire. */
    synchronized String timeToLive() {
        return timeToLive;
    }

    /** Sets the attribute that holds the time of expiry, if it is still the expected one. */
    synchronized boolean replaceTimeToLive(String expected, String attribute) {
        if (!timeToLive.equals(expected)) {
            return false;
        }
        timeToLive = attribute;
        return true;
    }

    String name() {
        return description.tableName();
    }

    String arn() {
        return description.tableArn();
    }

    KeySchema schema() {
        return schema;
    }

    ItemLocks.Slot lockOf(ItemKey key) {
        return locks.of(key);
    }

    ConcurrentSkipListMap<ItemKey, Item> items() {
        return items;
    }

    /** The item at the key, or null; under the item's lock. */
    @Nullable
    Item get(ItemKey key) {
        return items.get(key);
    }

    /** Replaces the item at the key, or removes it; under the item's lock. */
    void set(ItemKey key, @Nullable Item item) {
        Item before = item == null ? items.remove(key) : items.put(key, item);
        earlier.replaced(key, before);
    }

    /** The item at the key as it stands. */
    @Nullable
    Item read(ItemKey key) {
        ItemLocks.Slot lock = lockOf(key);
        lock.lock();
        try {
            return get(key);
        } finally {
            lock.unlock();
        }
    }

    /** The item at the key as it was before its latest write. */
    @Nullable
    Item readEarlier(ItemKey key) {
        ItemLocks.Slot lock = lockOf(key);
        lock.lock();
        try {
            return earlier.of(key, get(key));
        } finally {
            lock.unlock();
        }
    }

    /** A copy of the items as they were before the latest write of each. */
    NavigableMap<ItemKey, Item> earlierItems() {
        return earlier.of(items);
    }

    /** The description with the present number of items and bytes. */
    TableDescription describe() {
        long count = 0;
        long bytes = 0;
        for (Map.Entry<ItemKey, Item> entry : items.entrySet()) {
            count++;
            bytes += entry.getValue().size();
        }
        return description.toBuilder().itemCount(count).tableSizeBytes(bytes).build();
    }
}
