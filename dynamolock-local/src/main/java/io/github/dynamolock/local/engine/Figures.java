package io.github.dynamolock.local.engine;

import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * How many items a table or index has, and what they weigh.
 *
 * @param items how many
 * @param bytes what they weigh together
 */
record Figures(long items, long bytes) {

    /** The description with the figures of the table and its indexes as they are now. */
    static TableDescription of(Table table, TableDescription description) {
        Figures all = sum(table.items(), Item::size);
        TableDescription.Builder described =
                description.toBuilder().itemCount(all.items()).tableSizeBytes(all.bytes());
        Indexes indexes = table.indexes();
        if (description.hasGlobalSecondaryIndexes()) {
            described.globalSecondaryIndexes(description.globalSecondaryIndexes().stream()
                    .map(index -> described(index, of(indexes.named(index.indexName()))))
                    .toList());
        }
        if (description.hasLocalSecondaryIndexes()) {
            described.localSecondaryIndexes(description.localSecondaryIndexes().stream()
                    .map(index -> described(index, of(indexes.named(index.indexName()))))
                    .toList());
        }
        return described.build();
    }

    private static Figures of(@Nullable SecondaryIndex index) {
        // Null when the index was deleted since the description was read.
        return index == null
                ? new Figures(0, 0)
                : sum(index.items(), item -> index.projected(item).size());
    }

    private static Figures sum(Map<ItemKey, Item> items, ToIntFunction<Item> size) {
        long count = 0;
        long bytes = 0;
        for (Item item : items.values()) {
            count++;
            bytes += size.applyAsInt(item);
        }
        return new Figures(count, bytes);
    }

    private static GlobalSecondaryIndexDescription described(GlobalSecondaryIndexDescription index, Figures figures) {
        return index.toBuilder()
                .itemCount(figures.items())
                .indexSizeBytes(figures.bytes())
                .build();
    }

    private static LocalSecondaryIndexDescription described(LocalSecondaryIndexDescription index, Figures figures) {
        return index.toBuilder()
                .itemCount(figures.items())
                .indexSizeBytes(figures.bytes())
                .build();
    }
}
