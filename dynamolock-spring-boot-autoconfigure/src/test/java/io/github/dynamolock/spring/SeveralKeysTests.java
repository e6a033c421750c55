package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A call whose key is a collection: all its locks, or none. */
class SeveralKeysTests {

    private static final Duration STEP = Duration.ofMillis(3);

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    private static void assertLocks(Object keys, String... inOrder) {
        run((jobs, locks) -> {
            jobs.all(keys);
            List<String> expected = new ArrayList<>();
            for (String key : inOrder) {
                expected.add("acquire " + key);
            }
            expected.add("body " + List.of(inOrder));
            for (int i = inOrder.length - 1; i >= 0; i--) {
                expected.add("release " + inOrder[i]);
            }
            assertThat(locks.events).isEqualTo(expected);
        });
    }

    private static void assertRefused(@Nullable Object keys, String... messageParts) {
        run((jobs, locks) -> {
            assertThatExceptionOfType(InvalidLockKeyException.class)
                    .isThrownBy(() -> jobs.all(keys))
                    .withMessageContaining("Jobs.all(Object): the result of key = \"#keys\" ")
                    .withMessageContainingAll(messageParts)
                    .withMessageEndingWith("The method did not run.");
            assertThat(locks.requests).isEmpty();
            assertThat(locks.events).isEmpty();
        });
    }

    @Test
    void aListIsLockedInSortedOrderEachKeyOnceAndReleasedInReverse() {
        assertLocks(List.of("c", "a", "b", "a"), "a", "b", "c");
    }

    @Test
    void aSetIsLockedInSortedOrder() {
        assertLocks(new LinkedHashSet<>(List.of("z", "B", "a")), "B", "a", "z");
    }

    @Test
    void anArrayIsLockedInSortedOrder() {
        assertLocks(new String[] {"b", "a"}, "a", "b");
    }

    @Test
    void anArrayOfPrimitivesIsLockedInTheOrderOfItsTexts() {
        assertLocks(new long[] {9, 10, 9, -1}, "-1", "10", "9");
        assertLocks(new char[] {'b', 'a'}, "a", "b");
    }

    @Test
    void anyIterableIsLockedInSortedOrder() {
        assertLocks((Iterable<String>) () -> List.of("b", "a").iterator(), "a", "b");
    }

    @Test
    void aPathIsOneKeyAlthoughItCanBeIterated() {
        assertLocks(
                java.nio.file.Path.of("b", "a"), java.nio.file.Path.of("b", "a").toString());
    }

    @Test
    void aCollectionOfOneIsLocked() {
        assertLocks(Set.of("a"), "a");
    }

    @Test
    void numbersThatDynamoDbTakesForOneAreLockedOnce() {
        assertLocks(List.of(AttributeValue.fromN("1.0"), AttributeValue.fromN("01"), AttributeValue.fromN("1e0")), "1");
    }

    @Test
    void keysOfBytesAreLockedEachOnce() {
        SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {1});
        assertLocks(List.of(AttributeValue.fromB(bytes), AttributeValue.fromB(bytes)), "AQ==");
    }

    @Test
    void aHundredKeysAreLockedAndMoreAreNot() {
        List<Integer> hundred = IntStream.range(100, 200).boxed().toList();
        run((jobs, locks) -> {
            jobs.all(hundred);
            assertThat(locks.requests).hasSize(100);
        });
        assertRefused(IntStream.rangeClosed(100, 200).boxed().toList(), "has 101 keys, and one call locks at most 100");
    }

    @Test
    void anEmptyCollectionIsRefused() {
        assertRefused(List.of(), "is empty", "nothing to lock");
        assertRefused(new int[0], "is empty");
    }

    @Test
    void anElementThatMakesNoKeyIsRefusedByItsNumber() {
        assertRefused(Arrays.asList("a", null), "element, number 2, that is null");
        assertRefused(List.of("a", " "), "element, number 2, that is empty");
        assertRefused(List.of("a", List.of("b")), "element, number 2, that is a collection");
        assertRefused(List.of("a", new Object()), "element, number 2, that is an object of java.lang.Object");
    }

    @Test
    void anElementThatDynamoDbCanNotStoreIsRefusedBeforeAnyIsLocked() {
        assertRefused(List.of("a", "x".repeat(2049)), "element, number 2, that is refused", "2048");
        assertRefused(List.of("a", AttributeValue.fromBool(true)), "element, number 2, that is refused", "BOOL");
        assertRefused(List.of("a", AttributeValue.fromN("many")), "element, number 2, that is refused", "many");
    }

    @Test
    void nullInATextOfAListIsRefused() {
        run((jobs, locks) -> {
            assertThatExceptionOfType(InvalidLockKeyException.class)
                    .isThrownBy(() -> jobs.transfer("1", null))
                    .withMessageContaining("its part #to is null");
            assertThat(locks.requests).isEmpty();
            jobs.transfer("2", "1");
            assertThat(locks.events).startsWith("acquire account:1", "acquire account:2");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c"})
    void whenOneIsNotGrantedTheOthersAreGivenBackAndTheBodyDoesNotRun(String taken) {
        run((jobs, locks) -> {
            LockHandle other = locks.tryAcquire(taken).orElseThrow();
            locks.events.clear();
            assertThatExceptionOfType(LockNotGrantedException.class)
                    .isThrownBy(() -> jobs.all(List.of("c", "b", "a")))
                    .satisfies(refused -> assertThat(refused.key()).isEqualTo(taken));
            List<String> expected = switch (taken) {
                case "a" -> List.of();
                case "b" -> List.of("acquire a", "release a");
                default -> List.of("acquire a", "acquire b", "release b", "release a");
            };
            assertThat(locks.events).isEqualTo(expected);
            assertThat(other.isHeld()).isTrue();
        });
    }

    @Test
    void skippingASingleOneSkipsAll() {
        run((jobs, locks) -> {
            LockHandle unused = locks.tryAcquire("b").orElseThrow();
            locks.events.clear();
            assertThat(jobs.skipping(List.of("b", "a"))).isNull();
            assertThat(locks.events).containsExactly("tryAcquire a", "release a");
        });
    }

    @Test
    void whenTheClientRefusesALaterOneTheEarlierAreGivenBack() {
        run((jobs, locks) -> {
            locks.onAcquire = request -> {
                if (request.key().equals("b")) {
                    throw new IllegalArgumentException("not this one");
                }
            };
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> jobs.all(List.of("a", "b")))
                    .withMessageContaining("Jobs.all(Object), key = \"#keys\": not this one")
                    .withMessageContaining("Change the annotation or the lock client's settings")
                    .withMessageEndingWith("The method did not run.");
            assertThat(locks.events).containsExactly("acquire a", "release a");
        });
    }

    @Test
    void anInterruptWhileWaitingForALaterOneGivesTheEarlierBack() {
        run((jobs, locks) -> {
            locks.onAcquire = request -> locks.hangs = new CountDownLatch(1);
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(io.github.dynamolock.LockException.class)
                    .isThrownBy(() -> jobs.all(List.of("a", "b")))
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(locks.events).containsExactly("acquire a", "release a");
        });
    }

    @Test
    void allAreAcquiredWithinOneWaitTime() {
        run((jobs, locks) -> {
            locks.onAcquire = request -> spend(STEP);
            jobs.waitingFiveSeconds(List.of("a", "b", "c"));
            assertThat(waits(locks).get(0)).isEqualTo(Duration.ofSeconds(5));
            assertThat(waits(locks).get(1))
                    .isPositive()
                    .isLessThanOrEqualTo(Duration.ofSeconds(5).minus(STEP));
            assertThat(waits(locks).get(2))
                    .isPositive()
                    .isLessThanOrEqualTo(waits(locks).get(1).minus(STEP));
        });
    }

    @Test
    void theClientsWaitTimeIsForAllTogetherToo() {
        run((jobs, locks) -> {
            locks.onAcquire = request -> spend(STEP);
            jobs.all(List.of("a", "b"));
            assertThat(locks.requests.get(0).waitTime()).isEmpty();
            assertThat(locks.requests.get(1).waitTime().orElseThrow())
                    .isPositive()
                    .isLessThanOrEqualTo(locks.waitTime().minus(STEP));
        });
    }

    @Test
    void whenTheWaitTimeIsUsedUpEachOfTheOthersIsTriedOnce() {
        run((jobs, locks) -> {
            locks.onAcquire = request -> spend(STEP);
            jobs.waitingTwoMilliseconds(List.of("a", "b", "c"));
            assertThat(waits(locks)).containsExactly(Duration.ofMillis(2), Duration.ZERO, Duration.ZERO);
        });
    }

    private static void spend(Duration time) {
        long began = System.nanoTime();
        while (System.nanoTime() - began < time.toNanos()) {
            Thread.onSpinWait();
        }
    }

    private static List<Duration> waits(FakeLockClient locks) {
        return locks.requests.stream()
                .map(LockRequest::waitTime)
                .map(wait -> wait.orElseThrow())
                .toList();
    }

    @Test
    void theBodyFindsItsLocksInTheOrderOfTheirKeysAndNotASingleOne() {
        run((jobs, locks) -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> jobs.askForOne(List.of("a")))
                    .withMessageContaining("askForOne(List) is a collection")
                    .withMessageContaining("LockContext.all()");
            assertThat(jobs.askForAll(List.of("b", "a"))).containsExactly("a", "b");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c"})
    void theLossOfAnyOneInterruptsTheBody(String lost) {
        run((jobs, locks) -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> jobs.loseAndWait(List.of("a", "b", "c"), lost))
                    .withMessageContaining("The lock '" + lost + "' of");
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(locks.events)
                    .containsExactly("acquire a", "acquire b", "acquire c", "release c", "release b", "release a");
        });
    }

    @Test
    void aLockLostWhileAnotherIsWaitedForDoesNotLetTheBodyBegin() {
        run((jobs, locks) -> {
            locks.onAcquire = request -> {
                if (request.key().equals("b")) {
                    locks.handle("a").lose();
                }
            };
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> jobs.all(List.of("a", "b")))
                    .withMessageContaining("The lock 'a' of")
                    .withMessageContaining("did not run");
            assertThat(locks.events).containsExactly("acquire a", "acquire b", "release b", "release a");
        });
    }

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @DistributedLock("#keys")
        public void all(@Nullable Object keys) {
            locks.events.add(
                    "body " + LockContext.all().stream().map(LockHandle::key).toList());
        }

        @DistributedLock("{'account:' + #from, 'account:' + #to}")
        public void transfer(String from, @Nullable String to) {}

        @DistributedLock(key = "#keys", onUnavailable = OnUnavailable.SKIP, waitTime = "0s")
        public @Nullable String skipping(List<String> keys) {
            return "ran";
        }

        @DistributedLock(key = "#keys", waitTime = "5s")
        public void waitingFiveSeconds(List<String> keys) {}

        @DistributedLock(key = "#keys", waitTime = "2ms")
        public void waitingTwoMilliseconds(List<String> keys) {}

        @DistributedLock("#keys")
        public LockHandle askForOne(List<String> keys) {
            return LockContext.current();
        }

        @DistributedLock("#keys")
        public List<String> askForAll(List<String> keys) {
            return LockContext.all().stream().map(LockHandle::key).toList();
        }

        @DistributedLock("#keys")
        public void loseAndWait(List<String> keys, String lost) throws InterruptedException {
            locks.handle(lost).lose();
            new CountDownLatch(1).await();
        }
    }
}
