package io.github.dynamolock.simulation;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * What a client sends, understood from outside.
 *
 * @param operation what for
 * @param key of the lock's row, or null when it is about none
 * @param holdId under which it writes, or null
 * @param observed the version that it must find, or null for any
 * @param forced whether it frees a row whoever holds it
 * @param takes whether it takes the row for a hold
 * @param names of the attributes that it mentions
 * @param sdk the request itself
 */
record Request(
        Operation operation,
        @Nullable String key,
        @Nullable String holdId,
        @Nullable String observed,
        boolean forced,
        boolean takes,
        Collection<String> names,
        DynamoDbRequest sdk) {

    /** What a process sends. */
    static Request of(DynamoDbRequest sdk, int process, boolean closing) {
        if (sdk instanceof GetItemRequest get) {
            return new Request(Operation.GET, key(get.key()), null, null, false, false, List.of(), sdk);
        }
        if (sdk instanceof UpdateItemRequest update) {
            return ofUpdate(update, process, closing);
        }
        if (sdk instanceof DeleteItemRequest delete) {
            String condition = delete.conditionExpression();
            boolean forced = condition != null && condition.indexOf('=') >= 0;
            return new Request(
                    closing && !forced ? Operation.CLOSE : Operation.RELEASE,
                    key(delete.key()),
                    HoldIds.newest(delete.expressionAttributeValues().values(), process),
                    null,
                    forced,
                    false,
                    List.of(),
                    sdk);
        }
        if (sdk instanceof TransactWriteItemsRequest transaction) {
            TransactWriteItem guard = transaction.transactItems().get(0);
            String key = key(
                    guard.conditionCheck() == null
                            ? guard.update().key()
                            : guard.conditionCheck().key());
            return new Request(Operation.TX_FENCE, key, null, null, false, false, List.of(), sdk);
        }
        return new Request(Operation.DESCRIBE, null, null, null, false, false, List.of(), sdk);
    }

    private static Request ofUpdate(UpdateItemRequest update, int process, boolean closing) {
        Collection<String> names = update.expressionAttributeNames().values();
        Map<String, AttributeValue> values = update.expressionAttributeValues();
        String condition = update.conditionExpression() == null ? "" : update.conditionExpression();
        boolean writesLease = names.contains("leaseDuration") || names.contains("timeout");
        boolean writesOwner = names.contains("ownerName");
        boolean takes = writesLease && writesOwner;
        boolean forced = writesOwner && !writesLease;
        String observed = null;
        Operation operation;
        if (takes) {
            boolean free = condition.startsWith("attribute_") || condition.startsWith("begins_with");
            observed = free ? null : observed(condition, values);
            operation = free ? Operation.ACQUIRE : Operation.STEAL;
        } else if (writesLease) {
            operation = Operation.HEARTBEAT;
        } else if (names.contains("fencingToken") && !forced) {
            operation = Operation.ACQUIRE;
        } else {
            operation = closing && !forced ? Operation.CLOSE : Operation.RELEASE;
        }
        String holdId = HoldIds.newest(values.values(), process);
        return new Request(operation, key(update.key()), holdId, observed, forced, takes, names, update);
    }

    private static @Nullable String observed(String condition, Map<String, AttributeValue> values) {
        int colon = condition.indexOf(':');
        if (colon < 0) {
            return null;
        }
        int end = colon + 1;
        while (end < condition.length() && Character.isLetterOrDigit(condition.charAt(end))) {
            end++;
        }
        AttributeValue value = values.get(condition.substring(colon, end));
        return value == null ? null : value.s();
    }

    private static @Nullable String key(Map<String, AttributeValue> key) {
        AttributeValue value = key.get("key");
        return value == null ? null : value.s();
    }
}
