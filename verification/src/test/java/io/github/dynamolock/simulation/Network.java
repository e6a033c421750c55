package io.github.dynamolock.simulation;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * What is between processes and DynamoDB. Each call has a random sequence of its own, by its number, so that what befalls
 * one call changes nothing for the others but what follows from it.
 */
final class Network {

    private final Simulation simulation;
    private final World world;
    private final Strikes strikes;
    private final Map<Integer, Long> requestsCut = new HashMap<>();
    private final Map<Integer, Long> repliesCut = new HashMap<>();
    private long allCutUntil;
    private long throttledUntil;
    private long calls;
    private long latestApplied;
    private boolean calm;

    Network(Simulation simulation) {
        this.simulation = simulation;
        this.world = simulation.world;
        this.strikes = new Strikes(simulation.plan);
    }

    /** From now on nothing goes wrong any more. What is on its way still arrives. */
    void calm() {
        calm = true;
    }

    void cutRequests(Instance process, long millis) {
        requestsCut.put(process.number(), world.now() + millis * 1_000_000L);
    }

    void cutReplies(Instance process, long millis) {
        repliesCut.put(process.number(), world.now() + millis * 1_000_000L);
    }

    void cutAll(long millis) {
        allCutUntil = world.now() + millis * 1_000_000L;
    }

    void throttleAll(long millis) {
        throttledUntil = world.now() + millis * 1_000_000L;
    }

    Map<Long, Fault> struck() {
        return strikes.struck();
    }

    /** The client through which a process calls. */
    DynamoDbClient clientOf(Instance process) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> arguments != null
                                && arguments.length == 1
                                && arguments[0] instanceof DynamoDbRequest request
                                && DynamoDbResponse.class.isAssignableFrom(method.getReturnType())
                        ? call(process, request)
                        : InvocationHandler.invokeDefault(proxy, method, arguments));
    }

    private DynamoDbResponse call(Instance process, DynamoDbRequest sdk) {
        if (process.isDead() || world.isOver()) {
            throw noAnswer();
        }
        Request request = Request.of(sdk, process.number(), process.isClosing());
        long number = ++calls;
        SplittableRandom draw = Draws.of(simulation.plan.seed(), number);
        Fault fault = calm ? null : strikes.on(number, request.operation(), draw);
        if (fault == null && !calm && world.now() < throttledUntil) {
            Fault[] kinds = {Fault.CAPACITY_EXCEEDED, Fault.THROTTLED, Fault.ACCOUNT_LIMIT};
            fault = kinds[draw.nextInt(kinds.length)];
        }
        return new Call(simulation, this, process, request, number, draw, fault).run();
    }

    boolean isRequestCut(Instance process) {
        return !calm && isCut(process, requestsCut);
    }

    boolean isReplyCut(Instance process) {
        return !calm && isCut(process, repliesCut);
    }

    private boolean isCut(Instance process, Map<Integer, Long> until) {
        return world.now() < allCutUntil || world.now() < until.getOrDefault(process.number(), 0L);
    }

    boolean isCalm() {
        return calm;
    }

    /** Whether a call that was sent later was applied before. */
    boolean isOvertaken(long number) {
        boolean overtaken = latestApplied > number;
        latestApplied = Math.max(latestApplied, number);
        return overtaken;
    }

    static SdkClientException noAnswer() {
        return SdkClientException.builder()
                .message("no answer")
                .cause(new NoAnswer())
                .writableStackTrace(false)
                .build();
    }

    /** What is behind it: where it comes from tells nothing. */
    private static final class NoAnswer extends IOException {
        private static final long serialVersionUID = 1L;

        NoAnswer() {
            super("simulated");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** What a call brought back. */
    record Reply(
            @Nullable DynamoDbResponse response, @Nullable RuntimeException refusal) {}
}
