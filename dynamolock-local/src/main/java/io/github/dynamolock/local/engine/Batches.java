package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledProjection;
import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** BatchGetItem and BatchWriteItem. Each item is read or written by itself. */
final class Batches {
    private static final int MAX_READS = 100;
    private static final int MAX_WRITES = 25;
    private static final long MAX_BYTES = 16L * 1024 * 1024;
    private static final Statement NO_PLACEHOLDERS = new Statement(null, null, "");

    private final Tables tables;
    private final Writes writes;
    private final ItemReader reader;

    Batches(Tables tables, Writes writes, ItemReader reader) {
        this.tables = tables;
        this.writes = writes;
        this.reader = reader;
    }

    /** What a batch reads from one table. */
    private record Reads(
            Table table,
            KeysAndAttributes asked,
            List<ItemKey> keys,
            @Nullable CompiledProjection projection) {}

    BatchGetItemResponse get(BatchGetItemRequest request, Freshness freshness) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        Map<String, KeysAndAttributes> asked = given(request.hasRequestItems(), request.requestItems());
        if (asked.values().stream().mapToInt(each -> each.keys().size()).sum() > MAX_READS) {
            throw Errors.validation("Too many items requested for the BatchGetItem call");
        }
        Map<String, Reads> prepared = new LinkedHashMap<>();
        asked.forEach((name, keys) -> prepared.put(name, prepare(name, keys)));

        Capacity capacity = Capacity.of(request.returnConsumedCapacity());
        Map<String, List<Map<String, AttributeValue>>> responses = new LinkedHashMap<>();
        Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
        long bytes = 0;
        for (Map.Entry<String, Reads> entry : prepared.entrySet()) {
            Reads reads = entry.getValue();
            List<Map<String, AttributeValue>> items = new ArrayList<>();
            responses.put(entry.getKey(), items);
            for (int i = 0; i < reads.keys().size(); i++) {
                if (bytes >= MAX_BYTES) {
                    unprocessed.put(entry.getKey(), rest(reads.asked(), i));
                    break;
                }
                ItemKey key = reads.keys().get(i);
                Item item = freshness.isEarlier(reads.asked().consistentRead())
                        ? reads.table().readEarlier(key)
                        : reads.table().read(key);
                int size = item == null ? 0 : item.size();
                bytes += size;
                Capacity unused = capacity.read(
                        reads.table(), size, Boolean.TRUE.equals(reads.asked().consistentRead()));
                if (item != null) {
                    items.add(ItemReader.projected(item, reads.projection()));
                }
            }
        }
        BatchGetItemResponse.Builder response =
                BatchGetItemResponse.builder().responses(responses).unprocessedKeys(unprocessed);
        if (!capacity.all().isEmpty()) {
            response.consumedCapacity(capacity.all());
        }
        return response.build();
    }

    private Reads prepare(String name, KeysAndAttributes asked) {
        if (asked.hasAttributesToGet()) {
            throw Errors.unsupported("the parameter AttributesToGet of BatchGetItem; use ProjectionExpression");
        }
        String tableName = Rules.tableName(name);
        if (asked.keys().isEmpty()) {
            throw Errors.constraint(
                    asked.keys(),
                    "requestItems." + name + ".member.keys",
                    "Member must have length greater than or equal to 1");
        }
        CompiledProjection projection = reader.projection(
                asked.projectionExpression(),
                asked.hasExpressionAttributeNames() ? asked.expressionAttributeNames() : null);
        Table table = tables.existing(tableName);
        table.schema().requireScalars(projection);
        List<ItemKey> keys = new ArrayList<>();
        for (Map<String, AttributeValue> key : asked.keys()) {
            keys.add(table.schema().ofKey(key));
        }
        rejectDuplicates(keys);
        return new Reads(table, asked, keys, projection);
    }

    BatchWriteItemResponse write(BatchWriteItemRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        Rules.metrics(request.returnItemCollectionMetrics(), request.returnItemCollectionMetricsAsString());
        Map<String, List<WriteRequest>> asked = given(request.hasRequestItems(), request.requestItems());
        asked.forEach(Batches::checkNumber);
        if (asked.values().stream().mapToInt(List::size).sum() > MAX_WRITES) {
            throw Errors.validation("Too many items requested for the BatchWriteItem call");
        }
        List<Write> prepared = new ArrayList<>();
        asked.forEach((name, requests) -> prepared.addAll(prepare(name, requests)));
        Capacity capacity = Capacity.of(request.returnConsumedCapacity());
        List<Write.Outcome> outcomes = new ArrayList<>();
        for (Write write : prepared) {
            Write.Outcome outcome = write.run();
            outcomes.add(outcome);
            Capacity unused = capacity.write(write.table(), outcome.before(), outcome.after());
        }
        BatchWriteItemResponse.Builder response =
                BatchWriteItemResponse.builder().unprocessedItems(Map.of());
        var metrics = ItemCollections.of(request.returnItemCollectionMetrics(), prepared, outcomes);
        if (!metrics.isEmpty()) {
            response.itemCollectionMetrics(metrics);
        }
        if (!capacity.all().isEmpty()) {
            response.consumedCapacity(capacity.all());
        }
        return response.build();
    }

    private static void checkNumber(String name, List<WriteRequest> requests) {
        if (requests.isEmpty() || requests.size() > MAX_WRITES) {
            throw Errors.constraint(
                    Map.of(name, requests),
                    "requestItems",
                    "Map value must satisfy constraint: [Member must have length less than or equal to 25, "
                            + "Member must have length greater than or equal to 1]");
        }
    }

    private List<Write> prepare(String name, List<WriteRequest> requests) {
        List<Write> prepared = new ArrayList<>();
        for (WriteRequest request : requests) {
            prepared.add(prepare(name, request));
        }
        rejectDuplicates(prepared.stream().map(Write::key).toList());
        return prepared;
    }

    private Write prepare(String name, WriteRequest request) {
        if ((request.putRequest() == null) == (request.deleteRequest() == null)) {
            throw Errors.validation("Supplied AttributeValue has more than one datatypes set, "
                    + "must contain exactly one of the supported datatypes");
        }
        if (request.putRequest() != null) {
            Map<String, AttributeValue> item = Rules.required(
                    "requestItems." + name + ".member.putRequest.item",
                    request.putRequest().hasItem(),
                    request.putRequest().item());
            Supplier<Write> put = writes.put(name, item, null, NO_PLACEHOLDERS, false);
            tables.existing(name).schema().requireKeyIn(item);
            return put.get();
        }
        Map<String, AttributeValue> key = Rules.required(
                "requestItems." + name + ".member.deleteRequest.key",
                request.deleteRequest().hasKey(),
                request.deleteRequest().key());
        return writes.delete(name, key, null, NO_PLACEHOLDERS, false).get();
    }

    private static KeysAndAttributes rest(KeysAndAttributes asked, int from) {
        return asked.toBuilder()
                .keys(asked.keys().subList(from, asked.keys().size()))
                .build();
    }

    private static void rejectDuplicates(List<ItemKey> keys) {
        Set<ItemKey> distinct = new HashSet<>(keys);
        if (distinct.size() < keys.size()) {
            throw Errors.validation("Provided list of item keys contains duplicates");
        }
    }

    private static <T> Map<String, T> given(boolean given, Map<String, T> items) {
        Map<String, T> required = Rules.required("requestItems", given, items);
        if (required.isEmpty()) {
            throw Errors.constraint(required, "requestItems", "Member must have length greater than or equal to 1");
        }
        return required;
    }
}
