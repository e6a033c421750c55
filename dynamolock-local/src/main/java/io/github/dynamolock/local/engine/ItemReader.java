package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledProjection;
import io.github.dynamolock.local.expression.Expressions;
import io.github.dynamolock.local.value.Input;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem. */
final class ItemReader {
    private final Tables tables;
    private final Expressions expressions;

    ItemReader(Tables tables, Expressions expressions) {
        this.tables = tables;
        this.expressions = expressions;
    }

    GetItemResponse get(GetItemRequest request, Freshness freshness) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        String name = Rules.tableName(request.tableName());
        Map<String, AttributeValue> key = Rules.required("key", request.hasKey(), request.key());
        Map<String, AttributeValue> canonical = Input.canonical(key);
        CompiledProjection projection = projection(
                request.projectionExpression(),
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null);
        Table table = tables.existing(name);
        ItemKey itemKey = table.schema().ofKey(canonical);
        table.schema().requireScalars(projection);
        Item item = freshness.isEarlier(request.consistentRead()) ? table.readEarlier(itemKey) : table.read(itemKey);
        GetItemResponse.Builder response = GetItemResponse.builder()
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .read(table, item == null ? 0 : item.size(), Boolean.TRUE.equals(request.consistentRead()))
                        .total());
        if (item != null) {
            response.item(projected(item, projection));
        }
        return response.build();
    }

    /** The projection of a request that has no other expression, or null. */
    @Nullable
    CompiledProjection projection(@Nullable String text, @Nullable Map<String, String> names) {
        Statement statement = new Statement(names, null, "");
        statement.requireExpressions(text);
        Map<String, AttributeValue> values = statement.canonicalValues();
        CompiledProjection projection = text == null ? null : expressions.projection(text, statement.namesOrNone());
        statement.bind(values, projection);
        return projection;
    }

    static Map<String, AttributeValue> projected(Item item, @Nullable CompiledProjection projection) {
        return projection == null ? item.attributes() : projection.project(item.attributes());
    }
}
