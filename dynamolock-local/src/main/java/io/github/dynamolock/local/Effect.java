package io.github.dynamolock.local;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * What a fault does to a call.
 *
 * <p>An {@code SdkClientException} stands for an answer that never comes: the in-process client throws it, the endpoint
 * closes the connection. An {@code AwsServiceException} is the answer.
 */
interface Effect {
    /** Before the call is applied. */
    default void beforeApplied(Patience caller) {}

    /** After it was applied, or refused by the engine, and before the caller hears of it. */
    default void beforeAnswered(Patience caller) {}

    static Effect loseRequest() {
        return new Effect() {
            @Override
            public void beforeApplied(Patience caller) {
                throw lost("request");
            }
        };
    }

    static Effect loseReply() {
        return new Effect() {
            @Override
            public void beforeAnswered(Patience caller) {
                throw lost("reply");
            }
        };
    }

    static Effect delayRequest(Duration delay) {
        return new Effect() {
            @Override
            public void beforeApplied(Patience caller) {
                caller.sleep(delay);
            }
        };
    }

    static Effect delayReply(Duration delay) {
        return new Effect() {
            @Override
            public void beforeAnswered(Patience caller) {
                caller.sleep(delay);
            }
        };
    }

    static Effect holdRequest(HeldCalls held) {
        return new Effect() {
            @Override
            public void beforeApplied(Patience caller) {
                held.arrive(caller);
            }
        };
    }

    static Effect holdReply(HeldCalls held) {
        return new Effect() {
            @Override
            public void beforeAnswered(Patience caller) {
                held.arrive(caller);
            }
        };
    }

    static Effect answerInstead(Supplier<? extends AwsServiceException> error) {
        return new Effect() {
            @Override
            public void beforeApplied(Patience caller) {
                throw error.get();
            }
        };
    }

    static Effect answerAfterwards(Supplier<? extends AwsServiceException> error) {
        return new Effect() {
            @Override
            public void beforeAnswered(Patience caller) {
                throw error.get();
            }
        };
    }

    private static SdkClientException lost(String what) {
        IOException cause = new IOException("Connection reset: the " + what + " was lost by a fault");
        return SdkClientException.builder()
                .message("Unable to execute HTTP request: " + cause.getMessage())
                .cause(cause)
                .build();
    }
}
