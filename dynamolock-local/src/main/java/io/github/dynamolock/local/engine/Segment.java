package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a table or index that a Scan goes through.
 *
 * @param number which part, from 0
 * @param total how many parts there are
 */
record Segment(int number, int total) {
    private static final int MAX_SEGMENTS = 1_000_000;

    /** The segment that a request names; the whole when it names none. */
    static Segment of(@Nullable Integer segment, @Nullable Integer total) {
        Rules.atLeast("segment", 0, segment);
        Rules.atLeast("totalSegments", 1, total);
        Rules.atMost("totalSegments", MAX_SEGMENTS, total);
        if (segment == null && total == null) {
            return new Segment(0, 1);
        }
        if (total == null) {
            throw Errors.validation("The TotalSegments parameter is required but was not present in the request "
                    + "when Segment parameter is present");
        }
        if (segment == null) {
            throw Errors.validation("The Segment parameter is required but was not present in the request "
                    + "when parameter TotalSegments is present");
        }
        if (segment >= total) {
            throw Errors.validation("The Segment parameter is zero-based and must be less than parameter "
                    + "TotalSegments: Segment: " + segment + " is not less than TotalSegments: " + total);
        }
        return new Segment(segment, total);
    }

    /** The items in the segment, live. */
    NavigableMap<ItemKey, Item> of(NavigableMap<ItemKey, Item> items) {
        if (total == 1) {
            return items;
        }
        ItemKey from = ItemKey.segmentStart(number, total);
        return number + 1 == total
                ? items.tailMap(from, true)
                : items.subMap(from, true, ItemKey.segmentStart(number + 1, total), false);
    }

    boolean contains(ItemKey key) {
        return key.segment(total) == number;
    }
}
