package io.github.dynamolock.simulation;

import io.github.dynamolock.HeartbeatRequest;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.ReleaseRequest;
import io.github.dynamolock.ReleaseResult;
import io.github.dynamolock.fencing.RenewingGuard;
import io.github.dynamolock.fencing.TransactionGuards;
import io.github.dynamolock.simulation.Want.Deed;
import io.github.dynamolock.simulation.Want.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** What a user does with one lock, from its grant to its release. */
final class Work {

    private static final int TRIES = 3;

    private final Simulation simulation;
    private final User user;
    private final Instance process;
    private final Want want;
    private final LockHandle lock;
    private final Held held;
    private final SplittableRandom random;
    private boolean ended;

    Work(Simulation simulation, User user, Want want, User.Lock granted) {
        this.simulation = simulation;
        this.user = user;
        this.process = user.process;
        this.want = want;
        this.lock = granted.handle();
        this.held = granted.held();
        this.random = new SplittableRandom(want.seed());
    }

    void begin() {
        for (Deed deed : want.during()) {
            long at = deed == Deed.ENTER_AGAIN ? 0 : random.nextLong(want.holdMillis() + 1_000);
            if (deed == Deed.ENTER_AGAIN) {
                enterAgain();
            } else {
                user.later(at, () -> attempt(() -> perform(deed)));
            }
        }
        if (want.ending() != Ending.NOTHING) {
            user.later(want.holdMillis(), this::end);
        }
    }

    private void perform(Deed deed) {
        switch (deed) {
            case LOOK -> look();
            case HEARTBEAT -> user.waitFor(lock::heartbeat);
            case HEARTBEAT_WITH_DATA ->
                user.waitFor(() -> lock.heartbeat(HeartbeatRequest.plain()
                        .withData(SdkBytes.fromUtf8String("left by " + held.holdId))
                        .withRetries(1)));
            case EXTEND -> {
                long millis = random.nextInt(500, 25_000);
                held.leaseNanos = Math.max(held.leaseNanos, millis * 1_200_000L);
                user.waitFor(() -> lock.extend(Duration.ofMillis(millis)));
            }
            case FENCE -> fence();
            case FENCE_AND_RENEW -> fenceAndRenew();
            case FIND ->
                user.waitFor(() -> {
                    var unused = process.locks().find(held.key);
                });
            case ENTER_AGAIN -> enterAgain();
            case INTERRUPTED_HEARTBEAT -> user.interrupt(random.nextInt(10), lock::heartbeat);
            case INTERRUPTED_EXTEND -> {
                long millis = random.nextInt(500, 25_000);
                held.leaseNanos = Math.max(held.leaseNanos, millis * 1_200_000L);
                user.interrupt(random.nextInt(10), () -> lock.extend(Duration.ofMillis(millis)));
            }
            case INTERRUPTED_FIND ->
                user.interrupt(random.nextInt(10), () -> {
                    var unused = process.locks().find(held.key);
                });
            case LIMIT -> limit();
        }
    }

    /** The shortest and the longest hold begin anew. */
    private void limit() {
        long atLeast = random.nextInt(3) == 0 ? 0 : random.nextInt(500, 20_000);
        long atMost = random.nextInt(3) == 0 ? 0 : atLeast + random.nextInt(1_000, 20_000);
        lock.limitHold(
                atLeast == 0 ? null : Duration.ofMillis(atLeast), atMost == 0 ? null : Duration.ofMillis(atMost));
        held.limited(atLeast * 1_000_000L, atMost == 0 ? null : atMost * 1_000_000L);
        simulation.checks.minHolds.limited(held, simulation.world.now());
    }

    /** The first look after whatever happened tells the truth. */
    private void look() {
        boolean believed = held.isBelieved();
        if (held.levels > 1) {
            return;
        }
        boolean told = lock.isHeld();
        if (!told) {
            held.seenOver();
        }
        if (told != believed) {
            simulation.violated(Invariant.S4, held.described() + " says that it is held when it would not be, or not");
        }
    }

    private void enterAgain() {
        Want again = new Want(
                want.at(),
                want.slot(),
                want.key(),
                0,
                0,
                0,
                want.maxHoldMillis(),
                0,
                false,
                want.heartbeat(),
                true,
                false,
                false,
                -1,
                random.nextLong(3_000),
                List.of(),
                Ending.RELEASE_ASYNC,
                random.nextLong());
        user.want(again);
    }

    private void fence() {
        TransactWriteItem guard = TransactionGuards.check(lock);
        var unused = process.dynamoDb()
                .transactWriteItems(TransactWriteItemsRequest.builder()
                        .transactItems(guard, protectedWrite())
                        .build());
    }

    private void fenceAndRenew() {
        RenewingGuard guard = TransactionGuards.renewing(lock);
        var unused = guard.execute(
                process.dynamoDb(),
                TransactWriteItemsRequest.builder()
                        .transactItems(protectedWrite())
                        .build());
    }

    private TransactWriteItem protectedWrite() {
        return TransactWriteItem.builder()
                .update(write -> write.tableName(Store.ITEMS)
                        .key(Map.of("key", AttributeValue.fromS("item of " + held.key)))
                        .updateExpression("SET lastToken = :t ADD changes :one")
                        .expressionAttributeValues(Map.of(
                                ":t",
                                AttributeValue.fromN(Long.toString(held.token)),
                                ":one",
                                AttributeValue.fromN("1"))))
                .build();
    }

    /** What may fail, as anything may that calls a table. */
    private void attempt(Runnable deed) {
        if (ended || process.isDead()) {
            return;
        }
        try {
            deed.run();
        } catch (LockException | SdkException e) {
            simulation.trace(process, 16, () -> "fails: " + e.getMessage());
        }
    }

    void endNow() {
        if (!ended && !process.isDead()) {
            user.later(0, () -> end(Ending.RELEASE_ASYNC));
        }
    }

    private void end() {
        end(want.ending());
    }

    private void end(Ending how) {
        if (ended || process.isDead()) {
            return;
        }
        ended = true;
        boolean last = held.levels <= 1;
        // Another thread's release of the same hold would be waited for, and here there is only this one.
        boolean alone = !held.releasing && last && !process.isClosing();
        held.levels--;
        held.releasing |= last;
        simulation.trace(process, how.name().hashCode(), () -> "lets go " + held.described() + ": " + how);
        release(alone ? how : Ending.RELEASE_ASYNC, last, 1);
    }

    private void release(Ending how, boolean last, int attempt) {
        switch (how) {
            case RELEASE, NOTHING -> released(last, attempt, lock::release);
            case RELEASE_WITH_DATA -> {
                SdkBytes left = SdkBytes.fromUtf8String("left at the end by " + held.holdId);
                released(
                        last, attempt, () -> lock.release(ReleaseRequest.plain().withData(left)));
            }
            case RELEASE_TWICE -> {
                released(last, TRIES, lock::release);
                // A release that closing has begun meanwhile would be waited for too.
                if (process.isClosing()) {
                    release(Ending.RELEASE_ASYNC, last, TRIES);
                } else {
                    released(last, TRIES, lock::release);
                }
            }
            case CLOSE -> simulation.world.blocking(lock::close);
            case RELEASE_ASYNC -> {
                var unused = lock.releaseAsync()
                        .whenComplete((result, failure) -> process.tasks.now(() -> {
                            if (failure == null) {
                                released(last, result);
                            } else if (attempt < TRIES) {
                                user.later(1_000, () -> release(Ending.RELEASE_ASYNC, last, attempt + 1));
                            }
                        }));
            }
        }
    }

    private interface Releases {
        ReleaseResult run();
    }

    private void released(boolean last, int attempt, Releases release) {
        ReleaseResult[] result = new ReleaseResult[1];
        try {
            simulation.world.blocking(() -> result[0] = release.run());
        } catch (LockException e) {
            if (attempt < TRIES) {
                user.later(1_000, () -> release(Ending.RELEASE_ASYNC, last, attempt + 1));
            }
        }
        released(last, result[0]);
    }

    private void released(boolean last, @Nullable ReleaseResult result) {
        if (result == null || !last || process.isDead() || simulation.world.isOver()) {
            return;
        }
        simulation.trace(process, result.name().hashCode(), () -> held.described() + " is let go: " + result);
        simulation.checks.holds.released(held, result);
        if (result == ReleaseResult.RELEASED && held.minHoldNanos > 0) {
            simulation.checks.minHolds.promised(held, held.minHoldNanos);
        }
    }
}
