package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledProjection;
import io.github.dynamolock.local.value.Errors;
import io.github.dynamolock.local.value.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** TransactGetItems: all items as they stand between two writes. */
final class TransactionReader {
    private final Tables tables;
    private final ItemReader reader;

    TransactionReader(Tables tables, ItemReader reader) {
        this.tables = tables;
        this.reader = reader;
    }

    TransactGetItemsResponse get(TransactGetItemsRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        Transaction.check(request.hasTransactItems(), request.transactItems());
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        List<@Nullable CompiledProjection> projections = new ArrayList<>();
        List<Table> read = new ArrayList<>();
        for (TransactGetItem item : request.transactItems()) {
            Get get = Rules.required("transactItems.member.get", item.get());
            keys.add(Input.canonical(Rules.required("transactItems.member.get.key", get.hasKey(), get.key())));
            projections.add(reader.projection(
                    get.projectionExpression(),
                    get.hasExpressionAttributeNames() ? get.expressionAttributeNames() : null));
            read.add(tables.existing(Rules.tableName(get.tableName())));
        }
        Transaction transaction = new Transaction();
        List<ItemAccess> items = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            Table table = read.get(i);
            CompiledProjection projection = projections.get(i);
            Map<String, AttributeValue> given = keys.get(i);
            ItemKey key = transaction.action(() -> {
                table.schema().requireScalars(projection);
                return table.schema().ofKey(given);
            });
            if (key != null) {
                items.add(new ItemAccess(table, key));
            }
        }
        transaction.throwIfCanceled();
        Capacity capacity = Capacity.ofTransaction(request.returnConsumedCapacity());
        List<@Nullable Item> found = Transaction.locked(items, () -> readAll(items));
        if (found.stream().mapToLong(item -> item == null ? 0 : item.size()).sum() > TransactionWriter.MAX_BYTES) {
            throw Errors.validation("The aggregate size of the items in the transaction exceeds the limit of 4 MB");
        }
        List<ItemResponse> responses = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Item item = found.get(i);
            Capacity unused = capacity.read(read.get(i), item == null ? 0 : item.size(), true);
            ItemResponse.Builder response = ItemResponse.builder();
            if (item != null) {
                response.item(ItemReader.projected(item, projections.get(i)));
            }
            responses.add(response.build());
        }
        TransactGetItemsResponse.Builder response =
                TransactGetItemsResponse.builder().responses(responses);
        if (!capacity.all().isEmpty()) {
            response.consumedCapacity(capacity.all());
        }
        return response.build();
    }

    private static List<@Nullable Item> readAll(List<ItemAccess> items) {
        List<@Nullable Item> found = new ArrayList<>();
        for (ItemAccess item : items) {
            found.add(item.table().get(item.key()));
        }
        return found;
    }
}
