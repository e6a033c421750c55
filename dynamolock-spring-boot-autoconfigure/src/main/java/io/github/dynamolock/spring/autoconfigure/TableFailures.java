package io.github.dynamolock.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Says what to do when DynamoDB or the lock table can't be used at startup. */
final class TableFailures {

    private static final String OR_LOCAL =
            " For development without AWS set dynamolock.local.enabled=true, or dynamolock.client.endpoint to a local"
                    + " DynamoDB.";

    private TableFailures() {}

    static LockSetupException explain(DynamoLockProperties properties, RuntimeException failure) {
        String table = properties.table().name();
        String description = "The lock table '" + table + "' can't be used: " + sentence(failure.getMessage());
        return new LockSetupException(description, action(table, failure), failure);
    }

    static LockSetupException noClient(SdkClientException failure) {
        return new LockSetupException(
                "No DynamoDB client can be built: " + sentence(failure.getMessage()), clientAction(failure), failure);
    }

    private static String action(String table, Throwable failure) {
        if (find(failure, ResourceNotFoundException.class) != null) {
            return "Create the table, or set dynamolock.table.initialize=create to have it created at startup (this needs the"
                    + " permission dynamodb:CreateTable). If the locks live in another table than '" + table
                    + "', set dynamolock.table.name; if in another region, dynamolock.client.region.";
        }
        AwsServiceException service = find(failure, AwsServiceException.class);
        if (service != null && service.statusCode() < 500) {
            return "Grant dynamodb:DescribeTable on the table, or set dynamolock.table.initialize=none to start without"
                    + " looking at it.";
        }
        SdkClientException client = find(failure, SdkClientException.class);
        if (client != null) {
            return clientAction(client);
        }
        return "Set dynamolock.table.partition-key and dynamolock.table.sort-key.name to the table's own keys, or"
                + " dynamolock.table.name to a table for locks.";
    }

    private static String clientAction(SdkClientException failure) {
        String message = String.valueOf(failure.getMessage());
        if (message.contains("region")) {
            return "Set dynamolock.client.region, the environment variable AWS_REGION, or define a DynamoDbClient bean."
                    + OR_LOCAL;
        }
        if (message.contains("credentials")) {
            return "Give the process AWS credentials (environment, profile, or a role), or define a DynamoDbClient bean."
                    + OR_LOCAL;
        }
        return "Check that DynamoDB can be reached from here, and dynamolock.client.endpoint and .region if they are set. To"
                + " start without looking at the table set dynamolock.table.initialize=none." + OR_LOCAL;
    }

    private static String sentence(@Nullable String message) {
        String text = message == null ? "no reason is given" : message;
        return text.endsWith(".") ? text : text + ".";
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 50; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
            depth++;
        }
        return null;
    }
}
