package io.github.dynamolock.local.engine;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * One table: its items, its indexes, and what is set of it.
 *
 * <p>An item is read and written under its lock in {@link #locks}, except by Query and Scan, which see each item as it
 * was before or after a write, as DynamoDB's do.
 */
final class Table {
    private final KeySchema schema;
    private final ItemLocks locks;
    private final ConcurrentSkipListMap<ItemKey, Item> items = new ConcurrentSkipListMap<>();
    private final EarlierItems earlier;
    private final Supplier<Journal> journal;
    // Replaced under this table's monitor, the first two under all item locks besides, so that no write misses an
    // index.
    private volatile Indexes indexes;
    private volatile Expiry expiry = new Expiry("");
    private volatile TableDescription description;
    private volatile Map<String, String> tags;

    /** Makes a table without items. The journal is the one in force when something changes. */
    Table(
            TableDescription description,
            ItemLocks locks,
            EarlierItems earlier,
            Map<String, String> tags,
            Supplier<Journal> journal) {
        this.description = description;
        this.indexes = Indexes.of(description, Indexes.none());
        this.schema = KeyDefinition.schema(
                description.keySchema(), "keySchema", KeyDefinition.types(description.attributeDefinitions()));
        this.locks = locks;
        this.earlier = earlier;
        this.tags = tags;
        this.journal = journal;
    }

    Journal journal() {
        return journal.get();
    }

    /** The tags by key. */
    Map<String, String> tags() {
        return tags;
    }

    /** Changes the tags. */
    synchronized void retag(UnaryOperator<Map<String, String>> change) {
        Map<String, String> changed = change.apply(tags);
        journal().commit(() -> List.of(Entries.tags(id(), changed)), () -> defineTags(changed));
    }

    /** Sets the tags, in memory only. */
    void defineTags(Map<String, String> all) {
        tags = all;
    }

    /** The attribute that holds the time of expiry, or empty when items do not expire. */
    String timeToLive() {
        return expiry.attribute();
    }

    /** Sets the attribute that holds the time of expiry, if it is still the expected one. */
    synchronized boolean replaceTimeToLive(String expected, String attribute) {
        if (!timeToLive().equals(expected)) {
            return false;
        }
        locks.whileAllHeld(() ->
                journal().commit(() -> List.of(Entries.expiry(id(), attribute)), () -> defineExpiry(attribute)));
        return true;
    }

    /** Sets the attribute that holds the time of expiry, in memory only; under all item locks. */
    void defineExpiry(String attribute) {
        Expiry replaced = new Expiry(attribute);
        items.forEach((key, item) -> replaced.follow(key, null, item));
        expiry = replaced;
    }

    /** Changes what the table is, and answers that. New indexes have all items when this returns. */
    synchronized TableDescription redefine(UnaryOperator<TableDescription> change) {
        TableDescription changed = change.apply(description);
        locks.whileAllHeld(() -> journal().commit(() -> List.of(Entries.table(changed)), () -> define(changed)));
        return describe();
    }

    /** Sets what the table is, in memory only; under all item locks. */
    void define(TableDescription changed) {
        Indexes before = indexes;
        Indexes after = Indexes.of(changed, before);
        for (SecondaryIndex index : after.all()) {
            if (before.named(index.name()) == null) {
                items.forEach((key, item) -> index.follow(key, null, item));
            }
        }
        indexes = after;
        description = changed;
    }

    /** What sets the table apart from others that have or had its name. */
    String id() {
        return description.tableId();
    }

    /** What the table is, without figures. */
    TableDescription description() {
        return description;
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

    Indexes indexes() {
        return indexes;
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

    /** Replaces the item at the key, or removes it, in memory only; under the item's lock. */
    void set(ItemKey key, @Nullable Item item) {
        Item before = item == null ? items.remove(key) : items.put(key, item);
        earlier.replaced(key, before);
        indexes.follow(key, before, item);
        expiry.follow(key, before, item);
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

    /** Refuses an item that an index cannot take for what was written to it. */
    void checkIndexKeys(Map<String, AttributeValue> item, Predicate<String> written) {
        for (SecondaryIndex index : indexes.all()) {
            index.check(item, written);
        }
    }

    /** Removes the items that have expired by now. */
    void expire(Clock clock) {
        if (expiry.attribute().isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        for (ItemKey key : expiry.expired(now)) {
            ItemLocks.Slot lock = lockOf(key);
            lock.lock();
            try {
                Item item = get(key);
                if (item != null && expiry.isExpired(item, now)) {
                    journal().write(List.of(new ItemChange(this, key, item, null)));
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** The description with the present number of items and bytes. */
    TableDescription describe() {
        return Figures.of(this, description);
    }
}
