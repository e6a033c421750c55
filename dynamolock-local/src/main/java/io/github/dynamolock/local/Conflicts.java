package io.github.dynamolock.local;

import io.github.dynamolock.local.value.Errors;
import java.util.Collections;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** What DynamoDB answers calls that meet a transaction on the same item. */
final class Conflicts {
    private static final CancellationReason CONFLICT = CancellationReason.builder()
            .code("TransactionConflict")
            .message("Transaction is ongoing for the item")
            .build();

    private Conflicts() {}

    static AwsServiceException of(Call call) {
        if (call.request() instanceof TransactWriteItemsRequest transaction) {
            return canceled(transaction.transactItems().size());
        }
        if (call.request() instanceof TransactGetItemsRequest transaction) {
            return canceled(transaction.transactItems().size());
        }
        return Errors.transactionConflict();
    }

    private static AwsServiceException canceled(int actions) {
        return Errors.transactionCanceled(Collections.nCopies(actions, CONFLICT));
    }
}
