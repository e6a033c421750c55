package io.github.dynamolock.local.engine;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * When the items of a table expire: by a number in an attribute of theirs, the second since 1970 after which they do.
 *
 * <p>It follows each write under the item's lock. As DynamoDB leaves them, items stay that expired more than five years
 * ago: their attribute may not have been meant as a time.
 */
final class Expiry {
    private static final int YEARS = 5;
    private static final ItemKey LOWEST = ItemKey.fromHash(0);

    private final String attribute;
    private final ConcurrentSkipListMap<Due, ItemKey> due = new ConcurrentSkipListMap<>();

    /** By the attribute, or never when it is empty. */
    Expiry(String attribute) {
        this.attribute = attribute;
    }

    /** The attribute, or empty when items do not expire. */
    String attribute() {
        return attribute;
    }

    /** The keys of items that have expired, live. */
    Collection<ItemKey> expired(Instant now) {
        return due.subMap(new Due(oldest(now), LOWEST), new Due(now.getEpochSecond(), LOWEST))
                .values();
    }

    boolean isExpired(Item item, Instant now) {
        Long second = second(item);
        return second != null && second >= oldest(now) && second < now.getEpochSecond();
    }

    /** Follows a write; under the item's lock. */
    void follow(ItemKey key, @Nullable Item before, @Nullable Item after) {
        if (attribute.isEmpty()) {
            return;
        }
        Long old = before == null ? null : second(before);
        Long fresh = after == null ? null : second(after);
        if (Objects.equals(old, fresh)) {
            return;
        }
        if (old != null) {
            due.remove(new Due(old, key));
        }
        if (fresh != null) {
            due.put(new Due(fresh, key), key);
        }
    }

    private @Nullable Long second(Item item) {
        AttributeValue value = item.attributes().get(attribute);
        if (value == null || value.type() != AttributeValue.Type.N) {
            return null;
        }
        double number = Double.parseDouble(value.n());
        // Nothing that far away comes due, and a double holds all seconds nearer.
        return Math.abs(number) < 1L << 52 ? (long) Math.floor(number) : null;
    }

    private static long oldest(Instant now) {
        return now.atOffset(ZoneOffset.UTC).minusYears(YEARS).toEpochSecond();
    }

    private record Due(long second, ItemKey key) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int order = Long.compare(second, other.second);
            return order != 0 ? order : key.compareTo(other.key);
        }
    }
}
