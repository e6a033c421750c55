package io.github.dynamolock;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What is between processes and DynamoDB: requests and replies are lost, doubled, and late, some by longer than a lease and
 * after the caller gave up. While a call is on its way the world goes on: others run inside it.
 */
final class SimulatedNetwork {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final int DEEPEST = 10;
    private static final long STEP_MILLIS = 100;

    private final ManualTime world;
    private final DynamoDbClient dynamoDb;
    private final SplittableRandom random;
    private final double lossRate;
    private final double doublingRate;
    private final Map<SimulatedProcess, Long> cutUntil = new HashMap<>();
    private int depth;

    SimulatedNetwork(ManualTime world, DynamoDbClient dynamoDb, SplittableRandom random) {
        this.world = world;
        this.dynamoDb = dynamoDb;
        this.random = random;
        this.lossRate = random.nextDouble(0.25);
        this.doublingRate = random.nextDouble(0.15);
    }

    /** Cuts a process off for a time. */
    void partition(SimulatedProcess process, Duration duration) {
        cutUntil.put(process, world.now().nanos() + duration.toNanos());
    }

    /** The client through which a process calls. */
    DynamoDbClient clientOf(SimulatedProcess process) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> call(process, method, arguments));
    }

    private @Nullable Object call(SimulatedProcess process, Method method, Object[] arguments) throws Throwable {
        if (process.isDead() || depth > DEEPEST) {
            throw timeout();
        }
        depth++;
        try {
            return travel(process, method, arguments);
        } finally {
            depth--;
        }
    }

    private @Nullable Object travel(SimulatedProcess process, Method method, Object[] arguments) throws Throwable {
        if (isLost(process)) {
            if (random.nextInt(3) == 0) {
                applyLater(method, arguments);
            }
            throw giveUp(process);
        }
        pass(process, delayMillis());
        if (random.nextDouble() < doublingRate) {
            applyLater(method, arguments);
        }
        Object reply = null;
        Throwable refusal = null;
        try {
            reply = method.invoke(dynamoDb, arguments);
        } catch (InvocationTargetException e) {
            refusal = e.getCause();
        }
        if (isLost(process)) {
            throw giveUp(process);
        }
        long back = delayMillis();
        if (back > TIMEOUT.toMillis()) {
            throw giveUp(process);
        }
        pass(process, back);
        awaitEndOfPause(process);
        if (refusal != null) {
            throw refusal;
        }
        return reply;
    }

    /** A copy of the request that was on its way somewhere else; nobody waits for its reply. */
    private void applyLater(Method method, Object[] arguments) {
        Scheduler.Scheduled unused =
                world.schedule(Duration.ofMillis(random.nextInt(25_000)).toNanos(), () -> {
                    try {
                        Object ignored = method.invoke(dynamoDb, arguments);
                    } catch (IllegalAccessException | InvocationTargetException e) {
                        // Refused: there is nobody to be told.
                    }
                });
    }

    private boolean isLost(SimulatedProcess process) {
        return world.now().nanos() < cutUntil.getOrDefault(process, Long.MIN_VALUE) || random.nextDouble() < lossRate;
    }

    private long delayMillis() {
        int kind = random.nextInt(100);
        if (kind < 90) {
            return random.nextLong(2, 10);
        }
        return kind < 98 ? random.nextLong(50, 650) : random.nextLong(2_000, 22_000);
    }

    private RuntimeException giveUp(SimulatedProcess process) {
        pass(process, TIMEOUT.toMillis());
        awaitEndOfPause(process);
        return timeout();
    }

    private void awaitEndOfPause(SimulatedProcess process) {
        while (process.pausedNanos() > 0 && !process.isDead()) {
            world.advance(Duration.ofNanos(process.pausedNanos()));
        }
        if (process.isDead()) {
            throw timeout();
        }
    }

    /** In steps, so that a call whose process was killed meanwhile does not keep the calls around it. */
    private void pass(SimulatedProcess process, long millis) {
        for (long passed = 0; passed < millis && !process.isDead(); passed += STEP_MILLIS) {
            world.advance(Duration.ofMillis(Math.min(STEP_MILLIS, millis - passed)));
        }
        if (process.isDead()) {
            throw timeout();
        }
    }

    private static RuntimeException timeout() {
        return SdkClientException.create("no answer", new IOException("simulated"));
    }
}
