package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.storage.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** Tells changes as entries of a data file. */
final class Entries {
    private Entries() {}

    static Entry table(TableDescription description) {
        return new Entry(Entry.Kind.TABLE, description);
    }

    static Entry drop(String tableId) {
        return new Entry(
                Entry.Kind.DROP, DeleteTableRequest.builder().tableName(tableId).build());
    }

    static Entry tags(String tableId, Map<String, String> tags) {
        List<Tag> all = tags.entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        return new Entry(
                Entry.Kind.TAGS,
                TagResourceRequest.builder().resourceArn(tableId).tags(all).build());
    }

    static Entry expiry(String tableId, String attribute) {
        return new Entry(
                Entry.Kind.EXPIRY,
                UpdateTimeToLiveRequest.builder()
                        .tableName(tableId)
                        .timeToLiveSpecification(
                                ttl -> ttl.attributeName(attribute).enabled(!attribute.isEmpty()))
                        .build());
    }

    static Entry items(List<ItemChange> changes) {
        List<TransactWriteItem> writes = new ArrayList<>();
        for (ItemChange change : changes) {
            Item after = change.after();
            writes.add(after != null ? put(change.table(), after) : delete(change));
        }
        return items(writes.toArray(TransactWriteItem[]::new));
    }

    /** Everything that a table has. */
    static void all(Table table, Consumer<Entry> into) {
        into.accept(table(table.description()));
        if (!table.tags().isEmpty()) {
            into.accept(tags(table.id(), table.tags()));
        }
        if (!table.timeToLive().isEmpty()) {
            into.accept(expiry(table.id(), table.timeToLive()));
        }
        table.items().values().forEach(item -> into.accept(items(put(table, item))));
    }

    private static Entry items(TransactWriteItem... writes) {
        return new Entry(
                Entry.Kind.ITEMS,
                TransactWriteItemsRequest.builder().transactItems(writes).build());
    }

    private static TransactWriteItem put(Table table, Item item) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table.id()).item(item.attributes()))
                .build();
    }

    private static TransactWriteItem delete(ItemChange change) {
        Map<String, AttributeValue> attributes =
                Objects.requireNonNull(change.before()).attributes();
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(change.table().id())
                        .key(change.table().schema().keyOf(attributes)))
                .build();
    }
}
