package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** One operation of the API: how a request is made, which of its parameters are served, and what serves it. */
final class Operation<Q extends DynamoDbRequest> {
    /** What DynamoDB's documentation tells to use in the place of its legacy parameters. */
    private static final Map<String, String> LEGACY = Map.of(
            "AttributesToGet", "ProjectionExpression",
            "AttributeUpdates", "UpdateExpression",
            "ConditionalOperator", "ConditionExpression or FilterExpression",
            "Expected", "ConditionExpression",
            "KeyConditions", "KeyConditionExpression",
            "QueryFilter", "FilterExpression",
            "ScanFilter", "FilterExpression");

    private final String name;
    private final Supplier<? extends DynamoDbRequest.Builder> newRequest;
    private final Class<Q> type;
    private final BiFunction<Q, Freshness, ? extends DynamoDbResponse> handler;
    private final List<SdkField<?>> unserved;

    Operation(
            String name,
            Supplier<? extends DynamoDbRequest.Builder> newRequest,
            Class<Q> type,
            Set<String> parameters,
            BiFunction<Q, Freshness, ? extends DynamoDbResponse> handler) {
        this.name = name;
        this.newRequest = newRequest;
        this.type = type;
        this.handler = handler;
        List<SdkField<?>> fields = ((SdkPojo) newRequest.get().build()).sdkFields();
        this.unserved = fields.stream()
                .filter(field -> !parameters.contains(field.locationName()))
                .toList();
    }

    String name() {
        return name;
    }

    DynamoDbRequest.Builder newRequest() {
        return newRequest.get();
    }

    DynamoDbResponse call(DynamoDbRequest request, Freshness freshness) {
        Q typed = type.cast(request);
        for (SdkField<?> field : unserved) {
            if (isSet(field.getValueOrDefault(typed))) {
                String replacement = LEGACY.get(field.locationName());
                throw Errors.unsupported("the parameter " + field.locationName() + " of " + name
                        + (replacement == null ? "" : "; use " + replacement));
            }
        }
        return handler.apply(typed, freshness);
    }

    private static boolean isSet(Object value) {
        return value != null && !(value instanceof SdkAutoConstructList) && !(value instanceof SdkAutoConstructMap);
    }
}
