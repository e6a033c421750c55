package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** TransactWriteItems. Transactions on the same items follow one another, they do not conflict. */
final class TransactionWriter {
    static final long MAX_BYTES = 4L * 1024 * 1024;
    private static final int MAX_TOKEN = 36;

    private final Writes writes;
    private final Idempotency idempotency;

    TransactionWriter(Writes writes, Idempotency idempotency) {
        this.writes = writes;
        this.idempotency = idempotency;
    }

    TransactWriteItemsResponse write(TransactWriteItemsRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        Rules.metrics(request.returnItemCollectionMetrics(), request.returnItemCollectionMetricsAsString());
        Transaction.check(request.hasTransactItems(), request.transactItems());
        String token = request.clientRequestToken();
        if (token == null) {
            return writeOnce(request).first();
        }
        if (token.isEmpty() || token.length() > MAX_TOKEN) {
            throw Errors.constraint(
                    token,
                    "clientRequestToken",
                    "Member must have length "
                            + (token.isEmpty() ? "greater than or equal to 1" : "less than or equal to 36"));
        }
        return idempotency.once(token, request.transactItems(), () -> writeOnce(request));
    }

    /**
     * What to answer.
     *
     * @param first to the request that was applied
     * @param repeated to the same request when it comes again
     */
    record Answers(TransactWriteItemsResponse first, TransactWriteItemsResponse repeated) {}

    private Answers writeOnce(TransactWriteItemsRequest request) {
        List<Supplier<Write>> prepared = new ArrayList<>();
        for (TransactWriteItem item : request.transactItems()) {
            prepared.add(prepare(item));
        }
        Transaction transaction = new Transaction();
        List<@Nullable Write> actions = new ArrayList<>();
        List<ItemAccess> items = new ArrayList<>();
        for (Supplier<Write> each : prepared) {
            Write write = transaction.action(each);
            actions.add(write);
            if (write != null) {
                items.add(new ItemAccess(write.table(), write.key()));
            }
        }
        List<Write.Outcome> outcomes = Transaction.locked(items, () -> writeAll(actions, transaction));
        List<Write> writes = actions.stream().map(Objects::requireNonNull).toList();
        return new Answers(answer(request, writes, outcomes), repeated(request, writes, outcomes));
    }

    private static TransactWriteItemsResponse answer(
            TransactWriteItemsRequest request, List<Write> writes, List<Write.Outcome> outcomes) {
        Capacity capacity = Capacity.ofTransaction(request.returnConsumedCapacity());
        for (int i = 0; i < outcomes.size(); i++) {
            Write.Outcome outcome = outcomes.get(i);
            Capacity unused = capacity.write(writes.get(i).table(), outcome.before(), outcome.after());
        }
        TransactWriteItemsResponse.Builder response = TransactWriteItemsResponse.builder();
        if (!capacity.all().isEmpty()) {
            response.consumedCapacity(capacity.all());
        }
        var metrics = ItemCollections.of(request.returnItemCollectionMetrics(), writes, outcomes);
        if (!metrics.isEmpty()) {
            response.itemCollectionMetrics(metrics);
        }
        return response.build();
    }

    /** A transaction that was applied before is only looked at, and consumes what it takes to read its items. */
    private static TransactWriteItemsResponse repeated(
            TransactWriteItemsRequest request, List<Write> writes, List<Write.Outcome> outcomes) {
        Capacity capacity = Capacity.ofTransaction(request.returnConsumedCapacity());
        for (int i = 0; i < outcomes.size(); i++) {
            Item after = outcomes.get(i).after();
            Capacity unused = capacity.read(writes.get(i).table(), after == null ? 0 : after.size(), true);
        }
        TransactWriteItemsResponse.Builder response = TransactWriteItemsResponse.builder();
        if (!capacity.all().isEmpty()) {
            response.consumedCapacity(capacity.all());
        }
        return response.build();
    }

    /** Tries every action before it writes the first; all items are locked. */
    private static List<Write.Outcome> writeAll(List<@Nullable Write> actions, Transaction transaction) {
        List<Write.Outcome> outcomes = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < actions.size(); i++) {
            Write write = actions.get(i);
            if (write != null) {
                Write.Outcome outcome = attempt(write, i, transaction);
                outcomes.add(outcome);
                bytes += outcome.after() == null ? 0 : outcome.after().size();
            }
        }
        transaction.throwIfCanceled();
        if (bytes > MAX_BYTES) {
            throw Errors.validation("The aggregate size of the items in the transaction exceeds the limit of 4 MB");
        }
        List<ItemChange> changes = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Write write = Objects.requireNonNull(actions.get(i));
            Write.Outcome outcome = outcomes.get(i);
            changes.add(new ItemChange(write.table(), write.key(), outcome.before(), outcome.after()));
        }
        // All tables of an engine have the same journal.
        changes.get(0).table().journal().write(changes);
        return outcomes;
    }

    private static Write.Outcome attempt(Write write, int action, Transaction transaction) {
        Item before = write.table().get(write.key());
        if (!write.holds(before)) {
            CancellationReason.Builder reason = CancellationReason.builder()
                    .code("ConditionalCheckFailed")
                    .message("The conditional request failed");
            if (write.itemOnFailure() && before != null) {
                reason.item(before.attributes());
            }
            transaction.cancel(action, reason.build());
            return new Write.Outcome(before, before);
        }
        try {
            return new Write.Outcome(before, write.change().apply(before));
        } catch (AwsServiceException e) {
            transaction.cancel(action, e);
            return new Write.Outcome(before, before);
        }
    }

    private Supplier<Write> prepare(TransactWriteItem item) {
        int kinds = (item.put() == null ? 0 : 1)
                + (item.update() == null ? 0 : 1)
                + (item.delete() == null ? 0 : 1)
                + (item.conditionCheck() == null ? 0 : 1);
        if (kinds != 1) {
            throw Errors.validation("TransactItems can only contain one of Check, Put, Update or Delete");
        }
        if (item.put() != null) {
            return put(item.put());
        }
        if (item.update() != null) {
            return update(item.update());
        }
        return item.delete() != null ? delete(item.delete()) : check(item.conditionCheck());
    }

    private Supplier<Write> put(Put put) {
        return writes.put(
                put.tableName(),
                Rules.required("transactItems.member.put.item", put.hasItem(), put.item()),
                put.conditionExpression(),
                new Statement(
                        put.hasExpressionAttributeNames() ? put.expressionAttributeNames() : null,
                        put.hasExpressionAttributeValues() ? put.expressionAttributeValues() : null,
                        "ConditionExpression is null"),
                wantsItem(
                        put.returnValuesOnConditionCheckFailure(), put.returnValuesOnConditionCheckFailureAsString()));
    }

    private Supplier<Write> update(Update update) {
        Statement statement = new Statement(
                update.hasExpressionAttributeNames() ? update.expressionAttributeNames() : null,
                update.hasExpressionAttributeValues() ? update.expressionAttributeValues() : null,
                "UpdateExpression and ConditionExpression are null");
        return writes.update(
                update.tableName(),
                Rules.required("transactItems.member.update.key", update.hasKey(), update.key()),
                Rules.required("transactItems.member.update.updateExpression", update.updateExpression()),
                update.conditionExpression(),
                statement,
                wantsItem(
                        update.returnValuesOnConditionCheckFailure(),
                        update.returnValuesOnConditionCheckFailureAsString()));
    }

    private Supplier<Write> delete(Delete delete) {
        return writes.delete(
                delete.tableName(),
                Rules.required("transactItems.member.delete.key", delete.hasKey(), delete.key()),
                delete.conditionExpression(),
                new Statement(
                        delete.hasExpressionAttributeNames() ? delete.expressionAttributeNames() : null,
                        delete.hasExpressionAttributeValues() ? delete.expressionAttributeValues() : null,
                        "ConditionExpression is null"),
                wantsItem(
                        delete.returnValuesOnConditionCheckFailure(),
                        delete.returnValuesOnConditionCheckFailureAsString()));
    }

    private Supplier<Write> check(ConditionCheck check) {
        return writes.check(
                check.tableName(),
                Rules.required("transactItems.member.conditionCheck.key", check.hasKey(), check.key()),
                check.conditionExpression(),
                new Statement(
                        check.hasExpressionAttributeNames() ? check.expressionAttributeNames() : null,
                        check.hasExpressionAttributeValues() ? check.expressionAttributeValues() : null,
                        "ConditionExpression is null"),
                wantsItem(
                        check.returnValuesOnConditionCheckFailure(),
                        check.returnValuesOnConditionCheckFailureAsString()));
    }

    private static boolean wantsItem(@Nullable ReturnValuesOnConditionCheckFailure wanted, @Nullable String text) {
        Rules.onFailure(wanted, text);
        return ItemWriter.wantsItem(wanted);
    }
}
