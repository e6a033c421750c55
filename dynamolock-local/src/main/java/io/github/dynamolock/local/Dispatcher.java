package io.github.dynamolock.local;

import io.github.dynamolock.local.engine.Engine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** What every call goes through on its way from a front to the engine: it is counted and logged, and faults strike it. */
final class Dispatcher {
    private static final Logger log = LoggerFactory.getLogger(LocalDynamoDb.class);

    private final Engine engine;
    private final Calls calls = new Calls();
    private final Faults faults;
    private final Delays delays = new Delays();
    private final Overtaking overtaking = new Overtaking();

    Dispatcher(Engine engine) {
        this.engine = engine;
        this.faults = new Faults(engine::keepEarlier);
    }

    Calls calls() {
        return calls;
    }

    Faults faults() {
        return faults;
    }

    Delays delays() {
        return delays;
    }

    DynamoDbRequest.Builder newRequest(String operation) {
        return engine.newRequest(operation);
    }

    /**
     * Serves a call in this thread.
     *
     * @throws AwsServiceException when that is the answer
     * @throws software.amazon.awssdk.core.exception.SdkClientException when the caller gets no answer
     */
    DynamoDbResponse call(String client, String operation, DynamoDbRequest request, Patience caller) {
        engine.requireServed(operation);
        Call call = Call.of(client, operation, request);
        Fault fault = arrive(call);
        return fault == null ? applied(call) : caller.await(struck(call, fault));
    }

    /**
     * Serves a call without waiting for what faults make it wait for; completes with what {@link #call} returns or throws.
     * The thread that completes it must not be kept.
     */
    CompletableFuture<DynamoDbResponse> callAsync(String client, String operation, DynamoDbRequest request) {
        try {
            engine.requireServed(operation);
            Call call = Call.of(client, operation, request);
            Fault fault = arrive(call);
            return fault == null ? CompletableFuture.completedFuture(applied(call)) : struck(call, fault);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private @Nullable Fault arrive(Call call) {
        calls.arrived(call.operation(), call.tables());
        log.debug("{} {}", call.operation(), call.request());
        return faults.striking(call, calls::total);
    }

    private DynamoDbResponse applied(Call call) {
        try {
            return engine.call(call.operation(), call.request());
        } finally {
            overtaking.applied();
        }
    }

    private CompletableFuture<DynamoDbResponse> struck(Call call, Fault fault) {
        CompletionStage<DynamoDbResponse> delivered = fault.strike(new Delivery(engine, call, delays, overtaking));
        CompletableFuture<DynamoDbResponse> answer = new CompletableFuture<>();
        var unused = delivered.whenComplete((response, error) -> {
            if (faults.cutReplyOf(call)) {
                answer.completeExceptionally(Effect.lost("reply"));
            } else if (error != null) {
                answer.completeExceptionally(cause(error));
            } else {
                answer.complete(response);
            }
        });
        return answer;
    }

    private static Throwable cause(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }
}
