package io.github.dynamolock.local;

import io.github.dynamolock.local.engine.Engine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A struck call on its way, as its {@link Effect} handles it.
 *
 * <p>Once on its way a request arrives, whether or not its caller still waits: nobody takes back what the network has.
 */
final class Delivery {
    private final Engine engine;
    private final Call call;
    private final Delays delays;
    private final Overtaking overtaking;

    Delivery(Engine engine, Call call, Delays delays, Overtaking overtaking) {
        this.engine = engine;
        this.call = call;
        this.delays = delays;
        this.overtaking = overtaking;
    }

    Call call() {
        return call;
    }

    /** Applies the call now, in this thread; the answer is a response or DynamoDB's error. */
    CompletableFuture<DynamoDbResponse> apply() {
        return apply(() -> engine.call(call.operation(), call.request()));
    }

    /** Applies the call now; reads that may be stale are. */
    CompletableFuture<DynamoDbResponse> applyStale() {
        return apply(() -> engine.callStale(call.operation(), call.request()));
    }

    private CompletableFuture<DynamoDbResponse> apply(Supplier<DynamoDbResponse> work) {
        CompletableFuture<DynamoDbResponse> answer = new CompletableFuture<>();
        try {
            answer.complete(work.get());
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
        overtaking.applied();
        return answer;
    }

    CompletableFuture<Void> after(Duration delay) {
        return delays.after(delay);
    }

    /** Applies the call once a number of later calls have been applied, or after a time. */
    CompletableFuture<DynamoDbResponse> applyOvertaken(int calls, Duration atMost) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        // Before any call can overtake it, so that it is applied before the last of those is answered.
        CompletableFuture<DynamoDbResponse> answer = over.thenCompose(now -> apply());
        overtaking.await(calls, over);
        var unused = delays.schedule(atMost, () -> over.complete(null));
        return answer;
    }
}
