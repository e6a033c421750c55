package io.github.dynamolock.simulation;

import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.ReleaseResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/** What must hold for those who were granted locks: S1 to S6, S8, S10 (what a grant brings), S12, S13, S14. */
final class HoldChecks {

    private static final long TOLD_WITHIN = 100_000_000L;
    private static final long ONE_SECOND = 1_000_000_000L;
    private static final long DRIFT_PERCENT = 6;
    private static final double LEASE_AND_DRIFT = 1.2;

    private final Rows table;
    private final BiConsumer<Invariant, String> violated;
    private final Map<String, List<Held>> live = new LinkedHashMap<>();
    private final Map<String, Held> byHold = new HashMap<>();
    private final Map<String, Map<Long, String>> tokens = new HashMap<>();
    private final Map<String, TreeMap<Long, Held>> inOrder = new HashMap<>();
    private final Map<String, Taken> writes = new HashMap<>();
    private final Set<Held> over = new LinkedHashSet<>();
    private boolean readsAreStale;

    HoldChecks(Rows table, BiConsumer<Invariant, String> violated) {
        this.table = table;
        this.violated = violated;
    }

    /** Reads tell what was: then only what rests on writes must hold. */
    void readsAreStale() {
        readsAreStale = true;
    }

    @Nullable
    Held held(String holdId) {
        return byHold.get(holdId);
    }

    List<Held> live(String key) {
        return live.getOrDefault(key, List.of());
    }

    /** Everything that is known of a grant at that moment. */
    void granted(Held held, LockRequest request, @Nullable SdkBytes data, long now) {
        Held known = byHold.get(held.holdId);
        if (known != null) {
            again(known, held);
            return;
        }
        String tokenOf =
                tokens.computeIfAbsent(held.key, key -> new HashMap<>()).putIfAbsent(held.token, held.holdId);
        Taken taken = table.taken(held.holdId, held.token);
        Held former = tokenOf == null ? null : byHold.get(tokenOf);
        if (former != null && !excused(former, taken) && !excused(held, writes.get(former.holdId))) {
            violated.accept(Invariant.S3, held.described() + " was granted to " + tokenOf + " before");
        }
        byHold.put(held.holdId, held);
        held.displaced |= table.isDisplaced(held.holdId);
        if (held.overWhenGranted && held.grantedAt - held.holder.runsFreelyFrom() > ONE_SECOND) {
            violated.accept(Invariant.S4, held.described() + " was granted when it was over");
        }
        if (taken == null) {
            violated.accept(Invariant.S12, held.described() + " was granted, but the table saw no write that took it");
        } else {
            checkOrder(held, taken);
            checkPayload(held, taken, request, data);
        }
        live.computeIfAbsent(held.key, key -> new ArrayList<>()).add(held);
        checkOne(held.key);
    }

    private void again(Held known, Held held) {
        boolean mayReenter = known.reentrantFor != null && known.reentrantFor == held.reentrantFor;
        if (!mayReenter || known.token != held.token || known.holder != held.holder) {
            violated.accept(Invariant.S3, held.described() + " was granted twice");
        } else if (!known.isBelieved()) {
            violated.accept(Invariant.S14, held.described() + " was entered again when it was over");
        } else {
            known.levels++;
        }
    }

    private void checkOrder(Held held, Taken taken) {
        TreeMap<Long, Held> all = inOrder.computeIfAbsent(held.key, key -> new TreeMap<>());
        Map.Entry<Long, Held> before = all.lowerEntry(taken.order);
        Map.Entry<Long, Held> after = all.higherEntry(taken.order);
        writes.put(held.holdId, taken);
        if (before != null && before.getValue().token >= held.token && !excused(before.getValue(), taken)) {
            violated.accept(
                    Invariant.S2,
                    held.described() + " came after " + before.getValue().described());
        }
        if (after != null
                && after.getValue().token <= held.token
                && !excused(held, writes.get(after.getValue().holdId))) {
            violated.accept(Invariant.S2, after.getValue().described() + " came after " + held.described());
        }
        all.put(taken.order, held);
    }

    /**
     * A row that was deleted by hand takes its token with it; then a write that was under way for so long may be smaller, and
     * so may one that a late copy brought back.
     */
    private boolean excused(Held earlier, @Nullable Taken later) {
        Taken first = table.taken(earlier.holdId, earlier.token);
        return later != null
                && first != null
                && (table.isDeletedByHandAfter(earlier.key, first.order)
                        || table.isDeletedByHandSince(earlier.key, later.seedSentAt))
                && later.seedSentAt <= earlier.grantedAt + 2_000_000L;
    }

    private void checkPayload(Held held, Taken taken, LockRequest request, @Nullable SdkBytes data) {
        if (taken.handedOver || request.replaceData() || taken.dataBefore == null) {
            return;
        }
        if (!taken.dataBefore.equals(taken.dataAfter) || !taken.dataBefore.equals(data)) {
            violated.accept(Invariant.S10, held.described() + " did not find the payload that was there");
        }
    }

    /** S1, S14, S4, S5 and S13, for all that is held. */
    void afterEvent(long now) {
        for (List<Held> ofKey : live.values()) {
            if (ofKey.isEmpty()) {
                continue;
            }
            ofKey.removeIf(held -> isDone(held, now));
            if (ofKey.size() > 1) {
                checkOne(ofKey.get(0).key);
            }
        }
    }

    private boolean isDone(Held held, long now) {
        if (held.holder.isDead()) {
            return true;
        }
        if (held.isBelieved()) {
            if (held.wasOverForNobody()) {
                held.notOver();
                over.remove(held);
            }
            if (held.overSince() != null && !held.releasing) {
                violated.accept(Invariant.S4, held.described() + " was over and is held again");
            }
            Long longest = held.maxHoldNanos;
            if (longest != null && held.holder.monotonicNanos() - held.longestFrom() > longest + 1_000_000L) {
                violated.accept(Invariant.S13, held.described() + " is held beyond its longest hold");
            }
            return false;
        }
        held.foundOver(now);
        over.add(held);
        if (held.releasing || held.timesTold > 0 || held.timesReleased > 0) {
            return true;
        }
        Long since = held.overSince();
        long lookedFor = now - Math.max(since == null ? now : since, held.holder.runsFreelyFrom());
        // Where its two clocks differ, the timer goes by the one that may be slower.
        if (lookedFor > TOLD_WITHIN + held.leaseNanos * DRIFT_PERCENT / 100) {
            violated.accept(Invariant.S5, held.described() + " is over and nobody was told");
            return true;
        }
        return false;
    }

    private void checkOne(String key) {
        Held first = null;
        for (Held held : live(key)) {
            if (held.displaced || table.isDisplaced(held.holdId) || !held.isBelieved()) {
                continue;
            }
            if (first != null) {
                boolean akin = first.holder.owner().equals(held.holder.owner());
                violated.accept(
                        akin ? Invariant.S14 : Invariant.S1,
                        "two believe in " + key + ", by " + first.described() + " and " + held.described());
            }
            first = held;
        }
    }

    /** Whoever was over is over for ever: to be asked now and then. */
    void stillOver() {
        for (Held held : over) {
            if (held.isBelieved()) {
                violated.accept(Invariant.S4, held.described() + " was over and is held again");
            }
        }
    }

    /** A loss was told. */
    void lost(Held held, LockLoss.Reason reason, long now) {
        held.timesTold++;
        held.loss = reason;
        if (held.timesTold > 1) {
            violated.accept(Invariant.S5, held.described() + " was told to be lost twice");
        }
        if (held.isBelieved()) {
            violated.accept(Invariant.S4, held.described() + " was told to be lost and is held");
        }
        if (held.displaced || table.isDisplaced(held.holdId) || readsAreStale) {
            return;
        }
        String why = whyFalse(held, reason, now);
        if (why != null) {
            violated.accept(Invariant.S6, held.described() + " was lost as " + reason + ", but " + why);
        }
    }

    private @Nullable String whyFalse(Held held, LockLoss.Reason reason, long now) {
        return switch (reason) {
            case TAKEN_OVER ->
                table.isTakenAfter(held.key, held.holdId) || isMeddledWith(held) ? null : "nobody took it";
            case DELETED ->
                // Who took it may have deleted it.
                table.isTakenAfter(held.key, held.holdId) || isMeddledWith(held) ? null : "nobody deleted its row";
            case CLIENT_CLOSED -> held.holder.isClosing() ? null : "its client was not closed";
            case MAX_HOLD -> held.maxHoldNanos != null ? null : "it had no longest hold";
            case EXPIRED -> {
                long window = (long) (held.leaseNanos * LEASE_AND_DRIFT) + ONE_SECOND;
                boolean calm = held.holder.lastTrouble() < now - window;
                // A row that was won by a late copy of a write may be granted just before its end.
                boolean hadTime = now - held.grantedAt > held.leaseNanos / 2;
                yield calm && hadTime && held.renewed && !held.releasing
                        ? "it could have been renewed all the time"
                        : null;
            }
        };
    }

    private boolean isMeddledWith(Held held) {
        Taken taken = writes.get(held.holdId);
        return taken != null && table.isDeletedByHandAfter(held.key, taken.order);
    }

    /** A release has answered. */
    void released(Held held, ReleaseResult result) {
        held.ended(result);
        if (readsAreStale || result == ReleaseResult.LOST) {
            return;
        }
        boolean kept = held.minHoldNanos > 0;
        if (!table.isEnded(held.holdId) && !kept) {
            violated.accept(
                    Invariant.S8, "the release of " + held.described() + " said " + result + ", but it has the row");
        }
        if (held.timesReleased > 1) {
            violated.accept(Invariant.S8, held.described() + " was released " + held.timesReleased + " times");
        }
    }
}
