package io.github.dynamolock.local.engine;

import org.jspecify.annotations.Nullable;

/** The primary key of an item, ordered as DynamoDB scans: by the partition key's hash, and by the sort key within. */
final class ItemKey implements Comparable<ItemKey> {
    private final long hash;
    private final KeyPart partition;
    private final KeyPart sort;

    private ItemKey(long hash, KeyPart partition, KeyPart sort) {
        this.hash = hash;
        this.partition = partition;
        this.sort = sort;
    }

    static ItemKey of(KeyPart partition, KeyPart sort) {
        return new ItemKey(partition.hash(), partition, sort);
    }

    /** A bound below all items with a partition hash of at least the given one. */
    static ItemKey fromHash(long hash) {
        return new ItemKey(hash, KeyPart.LOWEST, KeyPart.LOWEST);
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
        return order == 0 ? sort.compareTo(other.sort) : order;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ItemKey key
                && hash == key.hash
                && partition.equals(key.partition)
                && sort.equals(key.sort);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(lockHash());
    }
}
