package io.github.dynamolock.local;

import io.github.dynamolock.local.value.Errors;
import java.time.Duration;
import java.util.function.Predicate;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A fault in the making: first which calls it strikes, then, last, what it does to them, which puts it in force.
 *
 * <p>Immutable: each step answers a new builder. Without further steps a fault strikes every call of its operations until
 * it is cleared.
 */
public final class FaultBuilder {
    private final Faults faults;
    private final FaultSpec spec;

    FaultBuilder(Faults faults, FaultSpec spec) {
        this.faults = faults;
        this.spec = spec;
    }

    /** Strikes only calls on the table with this name; a call on several tables when it is one of them. */
    public FaultBuilder table(String name) {
        return new FaultBuilder(faults, spec.withTable(name));
    }

    /**
     * Strikes only calls with certain requests. The predicate runs in the calling thread and must not throw; that of an
     * earlier step has to hold too.
     */
    public FaultBuilder when(Predicate<? super DynamoDbRequest> requests) {
        return new FaultBuilder(faults, spec.withRequests(requests));
    }

    /** Strikes the next calls, as many as given, and is gone then. */
    public FaultBuilder times(int calls) {
        if (calls < 1) {
            throw new IllegalArgumentException("A fault strikes at least once, not " + calls + " times");
        }
        return new FaultBuilder(faults, spec.withTimes(calls));
    }

    /** Strikes each call with a probability between 0 and 1. */
    public FaultBuilder withProbability(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("A probability lies between 0 and 1, unlike " + probability);
        }
        return new FaultBuilder(faults, spec.withProbability(probability));
    }

    /** The request is lost: it is not applied, and the caller sees an I/O failure. */
    public Fault loseRequest() {
        return faults.add(spec, Effect.loseRequest());
    }

    /** The reply is lost: the request is applied, and the caller sees an I/O failure. */
    public Fault loseReply() {
        return faults.add(spec, Effect.loseReply());
    }

    /** The request is applied only after a delay. */
    public Fault delayRequest(Duration delay) {
        return faults.add(spec, Effect.delayRequest(delay));
    }

    /** The request is applied at once, and answered after a delay. */
    public Fault delayReply(Duration delay) {
        return faults.add(spec, Effect.delayReply(delay));
    }

    /** The request hangs, not yet applied, until released. */
    public HeldCalls holdRequest() {
        HeldCalls held = new HeldCalls();
        faults.holds(held);
        Fault unused = faults.add(spec, Effect.holdRequest(held));
        return held;
    }

    /** The request is applied, and its reply hangs until released. */
    public HeldCalls holdReply() {
        HeldCalls held = new HeldCalls();
        faults.holds(held);
        Fault unused = faults.add(spec, Effect.holdReply(held));
        return held;
    }

    /** The request is refused with {@code ProvisionedThroughputExceededException}. */
    public Fault throttle() {
        return throttle(Throttling.PROVISIONED_THROUGHPUT_EXCEEDED);
    }

    /** The request is refused with one of the errors of throttling. */
    public Fault throttle(Throttling kind) {
        return faults.add(
                spec,
                Effect.answerInstead(
                        switch (kind) {
                            case PROVISIONED_THROUGHPUT_EXCEEDED -> Errors::provisionedThroughputExceeded;
                            case THROTTLING -> Errors::throttling;
                            case REQUEST_LIMIT_EXCEEDED -> Errors::requestLimitExceeded;
                        }));
    }

    /** The request is answered with {@code InternalServerError}, status 500, and not applied. */
    public Fault serverError() {
        return faults.add(spec, Effect.answerInstead(Errors::internalServerError));
    }

    /** The request is applied, and answered with {@code InternalServerError}, status 500. */
    public Fault serverErrorAfterApplying() {
        return faults.add(spec, Effect.answerAfterwards(Errors::internalServerError));
    }

    /**
     * The request is answered with an error of the caller's choice, and not applied. The endpoint answers its error code,
     * message and status code; the error needs error details that have these.
     */
    public Fault fail(AwsServiceException error) {
        if (error.awsErrorDetails() == null || error.awsErrorDetails().errorCode() == null) {
            throw new IllegalArgumentException("The error has no error code in its awsErrorDetails", error);
        }
        return faults.add(spec, Effect.answerInstead(() -> error));
    }
}
