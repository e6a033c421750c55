package io.github.dynamolock.local;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * What a fault does to a call.
 *
 * <p>An {@code SdkClientException} stands for an answer that never comes: the in-process clients fail with it, the
 * endpoint closes the connection. An {@code AwsServiceException} is the answer.
 */
interface Effect {
    /** Delivers the call in its own way. */
    CompletionStage<DynamoDbResponse> strike(Delivery delivery);

    static Effect loseRequest() {
        return delivery -> CompletableFuture.failedFuture(lost("request"));
    }

    static Effect loseReply() {
        return delivery -> delivery.apply().handle((response, error) -> {
            throw lost("reply");
        });
    }

    static Effect delayRequest(Duration delay) {
        return delivery -> delivery.after(delay).thenCompose(over -> delivery.apply());
    }

    static Effect delayReply(Duration delay) {
        return delivery -> {
            CompletableFuture<DynamoDbResponse> answer = delivery.apply();
            return delivery.after(delay).thenCompose(over -> answer);
        };
    }

    static Effect holdRequest(HeldCalls held) {
        return delivery -> held.arrive(delivery::apply);
    }

    static Effect holdReply(HeldCalls held) {
        return delivery -> {
            CompletableFuture<DynamoDbResponse> answer = delivery.apply();
            return held.arrive(() -> answer);
        };
    }

    static Effect duplicate() {
        return delivery -> {
            CompletableFuture<DynamoDbResponse> answer = delivery.apply();
            var unused = delivery.apply();
            return answer;
        };
    }

    static Effect duplicateAfter(Duration delay) {
        return delivery -> {
            CompletableFuture<DynamoDbResponse> answer = delivery.apply();
            var unused = delivery.after(delay).thenCompose(over -> delivery.apply());
            return answer;
        };
    }

    static Effect holdDuplicate(HeldCalls held) {
        return delivery -> {
            CompletableFuture<DynamoDbResponse> answer = delivery.apply();
            var unused = held.arrive(delivery::apply);
            return answer;
        };
    }

    static Effect reorder(int calls, Duration atMost) {
        return delivery -> delivery.applyOvertaken(calls, atMost);
    }

    static Effect staleRead() {
        return Delivery::applyStale;
    }

    static Effect answerInstead(Function<Call, ? extends AwsServiceException> error) {
        return delivery -> CompletableFuture.failedFuture(error.apply(delivery.call()));
    }

    static Effect answerAfterwards(Function<Call, ? extends AwsServiceException> error) {
        return delivery -> delivery.apply().handle((response, refused) -> {
            throw error.apply(delivery.call());
        });
    }

    static SdkClientException lost(String what) {
        IOException cause = new IOException("Connection reset: the " + what + " was lost by a fault");
        return SdkClientException.builder()
                .message("Unable to execute HTTP request: " + cause.getMessage())
                .cause(cause)
                .build();
    }
}
