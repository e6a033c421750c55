package io.github.dynamolock.verification;

import io.github.dynamolock.local.Fault;
import io.github.dynamolock.local.LocalDynamoDb;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * When the processes' last write of each row arrived at the table: its acquisition, a renewal or its release. One that is
 * sent again, for want of an answer, counts once: the second changes nothing.
 */
final class RowWrites {

    private record Arrival(UpdateItemRequest request, long nanos) {}

    private final Map<String, Arrival> last = new ConcurrentHashMap<>();

    /** Notes the writes that come over HTTP by {@link Holder#dynamoDb}. Clearing the faults of the table ends it. */
    RowWrites(LocalDynamoDb dynamo) {
        // A fault that looks at each request, and strikes none.
        Fault unused = dynamo.faults()
                .on("UpdateItem")
                .client("local")
                .when(this::note)
                .loseRequest();
    }

    private boolean note(DynamoDbRequest request) {
        Arrival arrival = new Arrival((UpdateItemRequest) request, System.nanoTime());
        last.merge(key(arrival.request), arrival, (known, next) -> known.request.equals(next.request) ? known : next);
        return false;
    }

    static String key(UpdateItemRequest update) {
        return Objects.requireNonNull(update.key().get("key")).s();
    }

    /** By {@link System#nanoTime}. */
    long last(String key) {
        return Objects.requireNonNull(last.get(key), key).nanos;
    }
}
