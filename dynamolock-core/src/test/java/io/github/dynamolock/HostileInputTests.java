package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Random keys, and random rows under a key. Another seed and more of them by {@code DYNAMOLOCK_FUZZ_SEED} and
 * {@code DYNAMOLOCK_FUZZ_INPUTS}.
 */
class HostileInputTests {

    private static final long SEED = number("DYNAMOLOCK_FUZZ_SEED", 20261130);
    private static final long INPUTS = number("DYNAMOLOCK_FUZZ_INPUTS", 5_000);

    private static final AttributeValue KEY = AttributeValue.fromS("k");
    private static final LockRequest REQUEST =
            LockRequest.forKey("k").waitTime(Duration.ZERO).build();

    private static long number(String variable, long otherwise) {
        String given = System.getenv(variable);
        return given == null ? otherwise : Long.parseLong(given);
    }

    /** Put together only when it is read: there are millions. */
    private static Supplier<String> described(long i, String what, Object input) {
        return () -> "seed " + (SEED + i) + ", " + what + " " + input;
    }

    private static String text(SplittableRandom random, int maxLength) {
        StringBuilder text = new StringBuilder();
        int[] ranges = {0x20, 0x80, 0x100, 0x3000, 0x10000};
        int range = ranges[random.nextInt(ranges.length)];
        for (int length = random.nextInt(maxLength + 1); length > 0; length--) {
            text.append((char) random.nextInt(range));
        }
        return text.toString();
    }

    private static AttributeValue key(SplittableRandom random) {
        int longest = random.nextInt(50) == 0 ? 3000 : 40;
        return switch (random.nextInt(6)) {
            case 0 -> AttributeValue.fromN(text(random, 20));
            case 1 ->
                AttributeValue.fromN(random.nextLong() + (random.nextBoolean() ? "E" + random.nextInt(-200, 200) : ""));
            case 2 -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[random.nextInt(longest)]));
            case 3 -> AttributeValue.fromL(List.of());
            default -> AttributeValue.fromS(text(random, longest));
        };
    }

    /** Whether DynamoDB takes this as a key of this table, by its own rules and those that are ours on purpose. */
    private static boolean isKeyOfText(AttributeValue key) {
        String text = key.s();
        return text != null
                && !text.isBlank()
                && StandardCharsets.UTF_8.newEncoder().canEncode(text)
                && text.getBytes(StandardCharsets.UTF_8).length <= 2048;
    }

    @Test
    void aKeyIsALockOrIsRefusedBeforeAnyCall() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            LockClient locks = manual.newClient();
            for (long i = 0; i < INPUTS; i++) {
                AttributeValue key = key(new SplittableRandom(SEED + i));
                long before = manual.dynamo.calls().total();
                String problem = problemOf(locks, key);
                Supplier<String> described = described(i, "key", key);
                if (isKeyOfText(key)) {
                    assertThat(problem).as(described).isNull();
                    assertThat(manual.dynamo.calls().total() - before)
                            .as(described)
                            .isEqualTo(4);
                } else {
                    assertThat(problem).as(described).isNotNull();
                    assertThat(manual.dynamo.calls().total()).as(described).isEqualTo(before);
                    assertThat(problem.codePoints()).as(described).noneMatch(Character::isISOControl);
                }
            }
        }
    }

    /** Null when the key could be locked, looked up and released. */
    private static @Nullable String problemOf(LockClient locks, AttributeValue key) throws InterruptedException {
        try {
            LockRequest request = LockRequest.forKey(key)
                    .waitTime(Duration.ZERO)
                    .deleteOnRelease()
                    .build();
            LockHandle lock = ManualLocks.take(locks, request);
            assertThat(locks.find(key)).isPresent();
            assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
            return null;
        } catch (IllegalArgumentException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static AttributeValue value(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> AttributeValue.fromBool(random.nextBoolean());
            case 1 -> AttributeValue.fromNul(true);
            case 2 -> AttributeValue.fromL(List.of(AttributeValue.fromS("x")));
            case 3 -> AttributeValue.fromM(Map.of("x", AttributeValue.fromN("1")));
            case 4 -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[random.nextInt(9)]));
            case 5 -> AttributeValue.fromN(random.nextBoolean() ? "9.9E125" : "-1E-130");
            case 6 -> AttributeValue.fromN(Long.toString(random.nextLong()));
            case 7 -> AttributeValue.fromS(random.nextLong() + "s");
            case 8 -> AttributeValue.fromS("20s");
            default ->
                AttributeValue.fromS(
                        new String(text(random, 30).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        };
    }

    private static Map<String, AttributeValue> row(SplittableRandom random) {
        Map<String, AttributeValue> row = new HashMap<>();
        for (String name : List.of(
                "recordVersionNumber", "leaseDuration", "ownerName", "fencingToken", "isReleased", "data", "else")) {
            if (random.nextInt(3) > 0) {
                row.put(name, value(random));
            }
        }
        if (random.nextBoolean()) {
            row.put("recordVersionNumber", AttributeValue.fromS("other:0000000007"));
            row.remove("isReleased");
        }
        return row;
    }

    @Test
    void aRowIsTakenWhenItIsALocksAndLeftAsItIsOtherwise() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            LockClient locks = manual.newClient();
            int taken = 0;
            int left = 0;
            for (long i = 0; i < Math.min(INPUTS, 1_000_000); i++) {
                Map<String, AttributeValue> row = row(new SplittableRandom(SEED + i));
                manual.put(KEY, row);
                Map<String, AttributeValue> before = manual.row(KEY);
                Supplier<String> described = described(i, "row", row);
                boolean released = row.containsKey("isReleased");
                boolean version = row.containsKey("recordVersionNumber")
                        && row.get("recordVersionNumber").s() != null;
                look(locks, described);
                LockHandle lock = attempt(locks, described);
                if (lock == null) {
                    left++;
                    boolean givenBack = version && released;
                    if (!givenBack) {
                        assertThat(manual.row(KEY)).as(described).isEqualTo(before);
                    }
                } else {
                    taken++;
                    assertThat(version && released).as(described).isTrue();
                    assertThat(manual.row(KEY).get("else")).as(described).isEqualTo(before.get("else"));
                    lock.heartbeat();
                    assertThat(lock.release()).as(described).isEqualTo(ReleaseResult.RELEASED);
                }
                manual.deleteRow(KEY);
            }
            assertThat(taken).isPositive();
            assertThat(left).isGreaterThan(taken);
        }
    }

    private static void look(LockClient locks, Supplier<String> described) throws InterruptedException {
        try {
            assertThat(locks.find("k")).as(described).isPresent();
        } catch (LockTableException unreadable) {
            assertThat(unreadable.getMessage()).as(described).contains("'k'");
        }
    }

    /** The lock, or null when another has it or the row is none that is taken. */
    private static @Nullable LockHandle attempt(LockClient locks, Supplier<String> described) {
        CompletableFuture<LockHandle> asked = locks.acquireAsync(REQUEST);
        assertThat(asked).as(described).isDone();
        try {
            return asked.join();
        } catch (CompletionException refused) {
            assertThat(refused.getCause())
                    .as(described)
                    .isInstanceOfAny(LockNotGrantedException.class, LockTableException.class);
            return null;
        }
    }

    @Test
    void aHolderWhoseRowIsOverwrittenLosesItAndOverwritesNothing() throws InterruptedException {
        for (long i = 0; i < Math.max(100, Math.min(INPUTS / 10, 100_000)); i++) {
            Map<String, AttributeValue> row = row(new SplittableRandom(SEED + i));
            Supplier<String> described = described(i, "row", row);
            try (ManualLocks manual = new ManualLocks()) {
                LockHandle lock = ManualLocks.take(manual.newClient(), REQUEST);
                manual.put(KEY, row);
                Map<String, AttributeValue> before = manual.row(KEY);
                manual.pass(ManualLocks.HEARTBEAT);
                assertThat(lock.isHeld()).as(described).isFalse();
                assertThat(lock.release()).as(described).isEqualTo(ReleaseResult.LOST);
                assertThat(manual.row(KEY)).as(described).isEqualTo(before);
            }
        }
    }
}
