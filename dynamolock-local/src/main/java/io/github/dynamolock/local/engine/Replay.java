package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.storage.Entry;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** Fills tables from the entries of a data file, before anyone else uses them. */
final class Replay {
    private final Tables tables;
    private final Map<String, Table> byId = new HashMap<>();

    Replay(Tables tables) {
        this.tables = tables;
    }

    void apply(Entry entry) {
        switch (entry.kind()) {
            case TABLE -> define((TableDescription) entry.body());
            case DROP -> drop(((DeleteTableRequest) entry.body()).tableName());
            case TAGS -> tag((TagResourceRequest) entry.body());
            case EXPIRY -> expire((UpdateTimeToLiveRequest) entry.body());
            case ITEMS ->
                ((TransactWriteItemsRequest) entry.body()).transactItems().forEach(this::write);
        }
    }

    private void define(TableDescription description) {
        Table known = byId.get(description.tableId());
        if (known == null) {
            Table table = tables.make(description, Map.of());
            byId.put(description.tableId(), table);
            tables.add(table);
        } else {
            known.define(description);
        }
    }

    private void drop(String id) {
        Table table = byId.remove(id);
        if (table != null) {
            tables.remove(table);
        }
    }

    private void tag(TagResourceRequest tags) {
        Table table = byId.get(tags.resourceArn());
        if (table != null) {
            Map<String, String> all = new TreeMap<>();
            for (Tag tag : tags.tags()) {
                all.put(tag.key(), tag.value());
            }
            table.defineTags(all);
        }
    }

    private void expire(UpdateTimeToLiveRequest expiry) {
        Table table = byId.get(expiry.tableName());
        if (table != null) {
            table.defineExpiry(expiry.timeToLiveSpecification().attributeName());
        }
    }

    /** A write to a table that was deleted meanwhile comes after that, and is nothing. */
    private void write(TransactWriteItem write) {
        if (write.put() != null) {
            Table table = byId.get(write.put().tableName());
            if (table != null) {
                Item item = Item.put(write.put().item());
                table.set(table.schema().ofItem(item.attributes()), item);
            }
        } else {
            Table table = byId.get(write.delete().tableName());
            if (table != null) {
                table.set(table.schema().ofKey(write.delete().key()), null);
            }
        }
    }
}
