package io.github.dynamolock.local.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of an item, ordered as DynamoDB scans: by the partition key's hash, and by the sort key within.
 *
 * <p>The key that an item has in a secondary index need not be its alone, so there the item's primary key is part of it.
 */
final class ItemKey implements Comparable<ItemKey> {
    private final long hash;
    private final KeyPart partition;
    private final KeyPart sort;
    private final @Nullable ItemKey primary;
    private final int edge;

    private ItemKey(long hash, KeyPart partition, KeyPart sort, @Nullable ItemKey primary, int edge) {
        this.hash = hash;
        this.partition = partition;
        this.sort = sort;
        this.primary = primary;
        this.edge = edge;
    }

    /** A primary key. */
    static ItemKey of(KeyPart partition, KeyPart sort) {
        return new ItemKey(partition.hash(), partition, sort, null, 0);
    }

    /** The same values as the key of an item in an index. */
    ItemKey inIndex(ItemKey primaryKey) {
        return new ItemKey(hash, partition, sort, primaryKey, 0);
    }

    /** A bound below all items with these values. */
    static ItemKey before(KeyPart partition, KeyPart sort) {
        return new ItemKey(partition.hash(), partition, sort, null, -1);
    }

    /** A bound above all items with these values. */
    static ItemKey after(KeyPart partition, KeyPart sort) {
        return new ItemKey(partition.hash(), partition, sort, null, 1);
    }

    /** A bound below all items with a partition hash of at least the given one. */
    static ItemKey fromHash(long hash) {
        return new ItemKey(hash, KeyPart.LOWEST, KeyPart.LOWEST, null, 0);
    }

    KeyPart partition() {
        return partition;
    }

    KeyPart sort() {
        return sort;
    }

    /** This key's share when all keys are divided into equal segments. */
    int segment(int segments) {
        return (int) (((hash >>> 32) * segments) >>> 32);
    }

    /** Where the segment begins that {@link #segment} tells. */
    static ItemKey segmentStart(int segment, int segments) {
        long high = (((long) segment << 32) + segments - 1) / segments;
        return fromHash(high << 32);
    }

    /** A hash of the whole key. */
    long lockHash() {
        return hash ^ (sort.length() == 0 ? 0 : sort.hash());
    }

    @Override
    public int compareTo(ItemKey other) {
        int order = Long.compareUnsigned(hash, other.hash);
        if (order == 0) {
            order = partition.compareTo(other.partition);
        }
        if (order == 0) {
            order = sort.compareTo(other.sort);
        }
        if (order == 0) {
            order = Integer.compare(edge, other.edge);
        }
        return order == 0 && primary != null && other.primary != null ? primary.compareTo(other.primary) : order;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ItemKey key
                && hash == key.hash
                && edge == key.edge
                && partition.equals(key.partition)
                && sort.equals(key.sort)
                && Objects.equals(primary, key.primary);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(lockHash()) + Objects.hashCode(primary);
    }
}
