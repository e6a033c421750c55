package io.github.dynamolock.local;

import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Which calls a fault strikes.
 *
 * @param operations the operations, or empty for all
 * @param table the table, or null for all
 * @param requests which requests
 * @param times how many, at most
 * @param probability how likely each, from 0 to 1
 */
record FaultSpec(
        Set<String> operations,
        @Nullable String table,
        Predicate<? super DynamoDbRequest> requests,
        int times,
        double probability) {

    static FaultSpec on(Set<String> operations) {
        return new FaultSpec(operations, null, request -> true, Integer.MAX_VALUE, 1);
    }

    FaultSpec withTable(String only) {
        return new FaultSpec(operations, only, requests, times, probability);
    }

    FaultSpec withRequests(Predicate<? super DynamoDbRequest> only) {
        Predicate<? super DynamoDbRequest> before = requests;
        return new FaultSpec(
                operations, table, request -> before.test(request) && only.test(request), times, probability);
    }

    FaultSpec withTimes(int most) {
        return new FaultSpec(operations, table, requests, most, probability);
    }

    FaultSpec withProbability(double likelihood) {
        return new FaultSpec(operations, table, requests, times, likelihood);
    }

    boolean matches(String operation, Collection<String> tables, DynamoDbRequest request) {
        return (operations.isEmpty() || operations.contains(operation))
                && (table == null || tables.contains(table))
                && requests.test(request);
    }
}
