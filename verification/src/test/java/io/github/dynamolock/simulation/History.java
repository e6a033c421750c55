package io.github.dynamolock.simulation;

import io.github.dynamolock.LockRequest;
import io.github.dynamolock.table.LockRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A history that a test makes up, of one key, and what the checks find in it. */
final class History {

    static final String KEY = "k";
    static final Duration LEASE = Duration.ofSeconds(10);

    final List<Invariant> broken = new ArrayList<>();
    final Rows rows = new Rows(History::read);
    final Checks checks = new Checks(rows, (invariant, what) -> broken.add(invariant));
    private final Map<Integer, Stub> stubs = new HashMap<>();
    final Map<String, Boolean> beliefs = new HashMap<>();
    boolean sameOwner;
    long now = 1;
    long wallWasSetBackAt;

    @Nullable
    SdkBytes leftData;

    private static LockRow read(Map<String, AttributeValue> item) {
        return new LockRow(
                Objects.requireNonNull(item.get("recordVersionNumber")).s(),
                LEASE,
                "owner",
                item.containsKey("isReleased"),
                Long.parseLong(Objects.requireNonNull(item.get("fencingToken")).n()),
                item.containsKey("data")
                        ? Objects.requireNonNull(item.get("data")).b()
                        : null,
                Map.of(),
                null);
    }

    Map<String, AttributeValue> item(String holdId, int counter, long token, boolean released) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("recordVersionNumber", AttributeValue.fromS(holdId + ":" + counter));
        item.put("fencingToken", AttributeValue.fromN(Long.toString(token)));
        if (released) {
            item.put("isReleased", AttributeValue.fromS("1"));
        }
        if (leftData != null) {
            item.put("data", AttributeValue.fromB(leftData));
        }
        return item;
    }

    /** A write takes the row for a hold. */
    Written taken(String holdId, long token) {
        return rows.written(KEY, item(holdId, 0, token, false), now, now);
    }

    /** A write frees the row of a hold. */
    Written freed(String holdId, long token) {
        return rows.written(KEY, item(holdId, 0, token, true), now, now);
    }

    /** A write takes the row, and its sender is told. */
    Held granted(int process, String holdId, long token) {
        Written unused = taken(holdId, token);
        return toldOf(process, holdId, token);
    }

    /** Somebody is told that he was granted the lock. */
    Held toldOf(int process, String holdId, long token) {
        Held held = holdOf(process, holdId, token);
        beliefs.put(holdId, true);
        checks.holds.granted(held, LockRequest.forKey(KEY).build(), leftData, now);
        return held;
    }

    Held holdOf(int process, String holdId, long token) {
        return new Held(
                stubs.computeIfAbsent(process, Stub::new),
                KEY,
                holdId,
                token,
                () -> beliefs.getOrDefault(holdId, false),
                now);
    }

    void believes(Held held, boolean believes) {
        beliefs.put(held.holdId, believes);
    }

    /** Time passes, and something happens. */
    void pass(long nanos) {
        now += nanos;
        checks.holds.afterEvent(now);
    }

    /** A process that never had any trouble. */
    final class Stub implements Holder {

        private final int number;

        Stub(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public String owner() {
            return sameOwner ? "all" : "owner-" + number;
        }

        @Override
        public boolean isDead() {
            return false;
        }

        @Override
        public boolean isClosing() {
            return false;
        }

        @Override
        public long runsFreelyFrom() {
            return 0;
        }

        @Override
        public long lastTrouble() {
            return 0;
        }

        @Override
        public long wallWasSetBackAt() {
            return wallWasSetBackAt;
        }

        @Override
        public long steadyNanos() {
            return now;
        }

        @Override
        public long monotonicNanos() {
            return now;
        }
    }
}
