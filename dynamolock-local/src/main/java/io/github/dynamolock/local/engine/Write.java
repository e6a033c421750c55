package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledCondition;
import io.github.dynamolock.local.value.Errors;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One write to one item, checked as far as it can be without the item.
 *
 * @param table the table
 * @param key the item's key
 * @param condition what has to hold of the item, or null
 * @param values the values of the condition
 * @param change what becomes of the item
 * @param itemOnFailure whether a failed condition answers the item
 */
record Write(
        Table table,
        ItemKey key,
        @Nullable CompiledCondition condition,
        Map<String, AttributeValue> values,
        Change change,
        boolean itemOnFailure) {

    /** What becomes of an item. */
    interface Change {
        /** The item after the write, from the one before; null stands for no item. */
        @Nullable
        Item apply(@Nullable Item before);
    }

    /**
     * An item before and after a write.
     *
     * @param before null when there was none
     * @param after null when there is none
     */
    record Outcome(@Nullable Item before, @Nullable Item after) {}

    /** Checks the condition and writes, all at once. */
    Outcome run() {
        ItemLocks.Slot lock = table.lockOf(key);
        lock.lock();
        try {
            Item before = table.get(key);
            if (!holds(before)) {
                throw Errors.conditionFailed(itemOnFailure && before != null ? before.attributes() : null);
            }
            Item after = change.apply(before);
            table.journal().write(List.of(new ItemChange(table, key, before, after)));
            return new Outcome(before, after);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the condition holds; under the item's lock. */
    boolean holds(@Nullable Item before) {
        return condition == null || condition.test(before == null ? Map.of() : before.attributes(), values);
    }
}
