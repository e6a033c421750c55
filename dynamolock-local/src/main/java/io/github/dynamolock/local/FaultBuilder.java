package io.github.dynamolock.local;

import io.github.dynamolock.local.value.Errors;
import java.time.Duration;
import java.util.function.Function;
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

    /**
     * Strikes only calls of the client with this name: that given to {@link LocalDynamoDb#client(String)}, or over HTTP
     * the access key id of its credentials.
     */
    public FaultBuilder client(String name) {
        return new FaultBuilder(faults, spec.withClient(name));
    }

    /** Lets a number of the calls pass before it strikes the first; {@code after(2).times(1)} strikes the third. */
    public FaultBuilder after(int calls) {
        if (calls < 0) {
            throw new IllegalArgumentException("A fault lets none or more calls pass, not " + calls);
        }
        return new FaultBuilder(faults, spec.withSkipped(calls));
    }

    /** Strikes as many calls as given, and is gone then. */
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
        return add("request lost", Effect.loseRequest());
    }

    /** The reply is lost: the request is applied, and the caller sees an I/O failure. */
    public Fault loseReply() {
        return add("reply lost", Effect.loseReply());
    }

    /**
     * The network is cut, until the fault is removed: callers see an I/O failure at once. To let them wait for an answer
     * that does not come, use {@link #holdRequest} or {@link #holdReply}.
     *
     * <p>Where replies are cut, those of calls that arrived before and are answered only now are lost too; of the steps
     * {@link #after}, {@link #times} and {@link #withProbability} none limits that.
     */
    public Fault partition(Partition way) {
        return switch (way) {
            case REQUESTS -> add("partition of requests", Effect.loseRequest());
            case REPLIES -> faults.add(spec, "partition of replies", Effect.loseReply(), true);
            case BOTH -> faults.add(spec, "partition", Effect.loseRequest(), true);
        };
    }

    /** The request is applied only after a delay, also when its caller gives up meanwhile. Later calls overtake it. */
    public Fault delayRequest(Duration delay) {
        return add("request delayed by " + delay, Effect.delayRequest(delay));
    }

    /** The request is applied at once, and answered after a delay. */
    public Fault delayReply(Duration delay) {
        return add("reply delayed by " + delay, Effect.delayReply(delay));
    }

    /** The request hangs, not yet applied, until released. */
    public HeldCalls holdRequest() {
        return hold("request held", Effect::holdRequest);
    }

    /** The request is applied, and its reply hangs until released. */
    public HeldCalls holdReply() {
        return hold("reply held", Effect::holdReply);
    }

    /**
     * The request is overtaken: it is applied only once a number of later calls, of any client and operation, have been
     * applied; or after a time, if they do not come.
     */
    public Fault reorder(int calls, Duration atMost) {
        if (calls < 1) {
            throw new IllegalArgumentException("At least one call overtakes another, not " + calls);
        }
        return add("overtaken by " + calls, Effect.reorder(calls, atMost));
    }

    /** The request is applied twice in a row. The caller hears the first answer. */
    public Fault duplicate() {
        return add("request duplicated", Effect.duplicate());
    }

    /** The request is applied and answered, and applied again after a delay. */
    public Fault duplicateAfter(Duration delay) {
        return add("request duplicated after " + delay, Effect.duplicateAfter(delay));
    }

    /** The request is applied and answered, and applied again when released. */
    public HeldCalls holdDuplicate() {
        return hold("request duplicated, held", Effect::holdDuplicate);
    }

    /**
     * Reads that do not ask to be consistent ({@code GetItem}, {@code BatchGetItem}, {@code Query}, {@code Scan}) answer
     * each item as it was before its latest write. Other calls are as ever. Writes from before the first such fault of a
     * database are not told apart: an item that was not written since is answered as it is.
     */
    public Fault staleReads() {
        faults.keepEarlierItems();
        return add("stale read", Effect.staleRead());
    }

    /** The request is refused with {@code ProvisionedThroughputExceededException}. */
    public Fault throttle() {
        return throttle(Throttling.PROVISIONED_THROUGHPUT_EXCEEDED);
    }

    /** The request is refused with one of the errors of throttling. */
    public Fault throttle(Throttling kind) {
        return switch (kind) {
            case PROVISIONED_THROUGHPUT_EXCEEDED ->
                refuse("ProvisionedThroughputExceededException", call -> Errors.provisionedThroughputExceeded());
            case THROTTLING -> refuse("ThrottlingException", call -> Errors.throttling());
            case REQUEST_LIMIT_EXCEEDED -> refuse("RequestLimitExceeded", call -> Errors.requestLimitExceeded());
        };
    }

    /** The request is refused for who calls. */
    public Fault reject(Rejection kind) {
        return switch (kind) {
            case EXPIRED_TOKEN -> refuse("ExpiredTokenException", call -> Errors.expiredToken());
            case UNRECOGNIZED_CLIENT -> refuse("UnrecognizedClientException", call -> Errors.unrecognizedClient());
            case ACCESS_DENIED -> refuse("AccessDeniedException", call -> Errors.accessDenied(call.operation()));
        };
    }

    /**
     * The request is refused as one is that meets a transaction on the same item: with
     * {@code TransactionConflictException}, transactions with {@code TransactionCanceledException} and that reason.
     */
    public Fault conflict() {
        return refuse("transaction conflict", Conflicts::of);
    }

    /** The request is refused with {@code ResourceNotFoundException}, as one is whose table was deleted. */
    public Fault tableDeleted() {
        return refuse("ResourceNotFoundException", call -> Errors.resourceNotFound());
    }

    /** The request is answered with {@code InternalServerError}, status 500, and not applied. */
    public Fault serverError() {
        return refuse("InternalServerError", call -> Errors.internalServerError());
    }

    /** The request is applied, and answered with {@code InternalServerError}, status 500. */
    public Fault serverErrorAfterApplying() {
        return add("applied, InternalServerError", Effect.answerAfterwards(call -> Errors.internalServerError()));
    }

    /** The request is answered with {@code ServiceUnavailable}, status 503, and not applied. */
    public Fault unavailable() {
        return refuse("ServiceUnavailable", call -> Errors.serviceUnavailable());
    }

    /** The request is applied, and answered with {@code ServiceUnavailable}, status 503. */
    public Fault unavailableAfterApplying() {
        return add("applied, ServiceUnavailable", Effect.answerAfterwards(call -> Errors.serviceUnavailable()));
    }

    /**
     * The request is answered with an error of the caller's choice, and not applied. The endpoint answers its error code,
     * message and status code; the error needs error details that have these.
     */
    public Fault fail(AwsServiceException error) {
        if (error.awsErrorDetails() == null || error.awsErrorDetails().errorCode() == null) {
            throw new IllegalArgumentException("The error has no error code in its awsErrorDetails", error);
        }
        return refuse(error.awsErrorDetails().errorCode(), call -> error);
    }

    private Fault refuse(String code, Function<Call, AwsServiceException> error) {
        return add("answered " + code, Effect.answerInstead(error));
    }

    private HeldCalls hold(String what, Function<HeldCalls, Effect> effect) {
        HeldCalls held = new HeldCalls();
        faults.holds(held);
        Fault unused = add(what, effect.apply(held));
        return held;
    }

    private Fault add(String what, Effect effect) {
        return faults.add(spec, what, effect, false);
    }
}
