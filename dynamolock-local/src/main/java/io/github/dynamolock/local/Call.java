package io.github.dynamolock.local;

import java.util.Collection;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A call as it arrives.
 *
 * @param client the name of the client that makes it
 * @param operation its operation, such as {@code UpdateItem}
 * @param tables the tables it names
 * @param request what it asks for
 */
record Call(String client, String operation, Collection<String> tables, DynamoDbRequest request) {
    static Call of(String client, String operation, DynamoDbRequest request) {
        return new Call(client, operation, RequestTables.of(request), request);
    }
}
