package io.github.dynamolock.local.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;

/**
 * What writes tell of the collections they change: all items with one partition key, in the table and its local indexes.
 * Only tables with local indexes have such. Collections may grow beyond DynamoDB's 10 GB here.
 */
final class ItemCollections {
    private static final double GIGABYTE = 1L << 30;

    private ItemCollections() {}

    /** The metrics of the collection that a write has changed, or null when there are none, or none were asked for. */
    static @Nullable ItemCollectionMetrics of(
            @Nullable ReturnItemCollectionMetrics wanted, Write write, Write.Outcome outcome) {
        Table table = write.table();
        boolean has = table.indexes().all().stream().anyMatch(index -> !index.isGlobal());
        Item item = outcome.after() == null ? outcome.before() : outcome.after();
        if (wanted != ReturnItemCollectionMetrics.SIZE || !has || item == null) {
            return null;
        }
        String attribute = table.schema().partition().name();
        AttributeValue value = Objects.requireNonNull(item.attributes().get(attribute));
        double least = Math.floor(bytes(table, write.key().partition()) / GIGABYTE);
        return ItemCollectionMetrics.builder()
                .itemCollectionKey(Map.of(attribute, value))
                .sizeEstimateRangeGB(least, least + 1)
                .build();
    }

    /** The metrics of several writes by table; of each collection once. */
    static Map<String, List<ItemCollectionMetrics>> of(
            @Nullable ReturnItemCollectionMetrics wanted, List<Write> writes, List<Write.Outcome> outcomes) {
        Map<String, Map<KeyPart, ItemCollectionMetrics>> collections = new LinkedHashMap<>();
        for (int i = 0; i < writes.size(); i++) {
            Write write = writes.get(i);
            ItemCollectionMetrics metrics = of(wanted, write, outcomes.get(i));
            if (metrics != null) {
                collections
                        .computeIfAbsent(write.table().name(), table -> new LinkedHashMap<>())
                        .put(write.key().partition(), metrics);
            }
        }
        Map<String, List<ItemCollectionMetrics>> byTable = new LinkedHashMap<>();
        collections.forEach((table, each) -> byTable.put(table, List.copyOf(each.values())));
        return byTable;
    }

    private static long bytes(Table table, KeyPart partition) {
        long bytes = 0;
        for (Item item : table.items()
                .subMap(ItemKey.before(partition, KeyPart.LOWEST), ItemKey.after(partition, KeyPart.HIGHEST))
                .values()) {
            bytes += item.size();
            for (SecondaryIndex index : table.indexes().all()) {
                bytes += !index.isGlobal() && index.holds(item)
                        ? index.projected(item).size()
                        : 0;
            }
        }
        return bytes;
    }
}
