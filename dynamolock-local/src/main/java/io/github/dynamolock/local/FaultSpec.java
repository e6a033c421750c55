package io.github.dynamolock.local;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Which calls a fault strikes.
 *
 * @param operations the operations, or empty for all
 * @param table the table, or null for all
 * @param client the client, or null for all
 * @param requests which requests
 * @param skipped how many of them it lets pass first
 * @param times how many it strikes, at most
 * @param probability how likely each, from 0 to 1
 */
record FaultSpec(
        Set<String> operations,
        @Nullable String table,
        @Nullable String client,
        Predicate<? super DynamoDbRequest> requests,
        int skipped,
        int times,
        double probability) {

    static FaultSpec on(Set<String> operations) {
        return new FaultSpec(operations, null, null, request -> true, 0, Integer.MAX_VALUE, 1);
    }

    FaultSpec withTable(String only) {
        return new FaultSpec(operations, only, client, requests, skipped, times, probability);
    }

    FaultSpec withClient(String only) {
        return new FaultSpec(operations, table, only, requests, skipped, times, probability);
    }

    FaultSpec withRequests(Predicate<? super DynamoDbRequest> only) {
        Predicate<? super DynamoDbRequest> before = requests;
        Predicate<DynamoDbRequest> both = request -> before.test(request) && only.test(request);
        return new FaultSpec(operations, table, client, both, skipped, times, probability);
    }

    FaultSpec withSkipped(int first) {
        return new FaultSpec(operations, table, client, requests, first, times, probability);
    }

    FaultSpec withTimes(int most) {
        return new FaultSpec(operations, table, client, requests, skipped, most, probability);
    }

    FaultSpec withProbability(double likelihood) {
        return new FaultSpec(operations, table, client, requests, skipped, times, likelihood);
    }

    boolean matches(Call call) {
        return (operations.isEmpty() || operations.contains(call.operation()))
                && (table == null || call.tables().contains(table))
                && (client == null || client.equals(call.client()))
                && requests.test(call.request());
    }

    @Override
    public String toString() {
        return "for " + (operations.isEmpty() ? "any operation" : String.join(", ", new TreeSet<>(operations)))
                + (table == null ? "" : " on " + table)
                + (client == null ? "" : " by " + client)
                + (skipped == 0 ? "" : " after " + skipped)
                + (times == Integer.MAX_VALUE ? "" : " at most " + times + " times")
                + (probability == 1 ? "" : " with probability " + probability);
    }
}
