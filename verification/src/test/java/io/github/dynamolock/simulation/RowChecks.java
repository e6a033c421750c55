package io.github.dynamolock.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What must hold for what is sent and written: S7, S8, S10, S11, S13, S15 and T1. */
final class RowChecks {

    private static final Set<String> OWN = Set.of(
            "key",
            "ownerName",
            "leaseDuration",
            "recordVersionNumber",
            "isReleased",
            "data",
            "fencingToken",
            TimeToLive.ATTRIBUTE,
            "lockId",
            "timeout");

    private final Rows table;
    private final HoldChecks holds;
    private final BiConsumer<Invariant, String> violated;
    private final Map<String, Long> unknownSince = new HashMap<>();
    private long toldWithin = 25_000_000_000L;
    private final Map<String, Long> fences = new HashMap<>();
    private boolean rowsAreDeleted;

    /** The holds that rows were of, with their tokens; and those that a row was of once more, after it was gone. */
    private final Set<Grant> had = new HashSet<>();

    private final Set<Grant> broughtBack = new HashSet<>();

    private record Grant(@Nullable String holdId, long token) {

        static @Nullable Grant of(@Nullable RowImage image) {
            return image == null || !image.isHeld()
                    ? null
                    : new Grant(image.holdId(), image.row().fencingToken());
        }
    }

    RowChecks(Rows table, HoldChecks holds, BiConsumer<Invariant, String> violated) {
        this.table = table;
        this.holds = holds;
        this.violated = violated;
    }

    /** Releases delete rows, with all that is in them. */
    void rowsAreDeleted() {
        rowsAreDeleted = true;
    }

    /** A request leaves its process. */
    void sent(Request request, Holder sender, Sightings sightings) {
        String holdId = request.holdId();
        Held held = holdId == null ? null : holds.held(holdId);
        if (request.operation() == Operation.HEARTBEAT && held != null && !held.releasing && !sender.isClosing()) {
            Long longest = held.maxHoldNanos;
            if (longest != null && sender.monotonicNanos() - held.longestFrom() > longest + 1_000_000L) {
                violated.accept(Invariant.S13, held.described() + " is renewed beyond its longest hold");
            }
        }
        if (held != null && (request.operation() == Operation.RELEASE || request.operation() == Operation.CLOSE)) {
            held.releaseSent = true;
        }
        String observed = request.observed();
        if (request.operation() == Operation.STEAL && observed != null) {
            checkSteal(observed, String.valueOf(request.key()), sender, sightings);
        }
    }

    private void checkSteal(String observed, String key, Holder thief, Sightings sightings) {
        if (HoldIds.process(HoldIds.of(observed)) == thief.number()) {
            return;
        }
        Sightings.Sighting seen = sightings.of(key, observed);
        if (seen == null) {
            violated.accept(
                    Invariant.S15, "process " + thief.number() + " steals " + key + " at a version that it never saw");
        } else if (thief.monotonicNanos() - seen.monotonic() < seen.leaseNanos()) {
            violated.accept(
                    Invariant.S15,
                    "process " + thief.number() + " steals " + key + " at " + observed + " after "
                            + (thief.monotonicNanos() - seen.monotonic()) / 1_000_000L + " ms of a lease of "
                            + seen.leaseNanos() / 1_000_000L);
        }
    }

    /** A request was applied. */
    void applied(Request request, Holder sender, Written written, long now) {
        RowImage before = written.before();
        RowImage after = written.after();
        if (before != null && before.planted()) {
            violated.accept(
                    Invariant.S11,
                    "an item at " + written.key() + " that is no lock row was changed by " + request.operation());
            return;
        }
        if (written.frees() && before != null && !request.forced()) {
            String freed = before.holdId();
            if (freed == null || !freed.equals(request.holdId())) {
                violated.accept(
                        Invariant.S8,
                        "process " + sender.number() + " freed the row of " + freed + " for " + request.holdId());
            }
        }
        if (written.taken() && after != null && after.item().containsKey(TimeToLive.ATTRIBUTE)) {
            violated.accept(
                    Invariant.S10, "the row of " + after.holdId() + " is to be deleted at a time, and it is held");
        }
        Grant grant = Grant.of(after);
        if (grant != null && !grant.equals(Grant.of(before)) && !had.add(grant)) {
            broughtBack.add(grant);
        }
        if (written.renews()) {
            renewed(String.valueOf(after == null ? null : after.holdId()), after, sender, now);
        }
        if (before != null) {
            checkAttributes(request, written, before.item(), after == null ? null : after.item());
        }
    }

    /** Users are told late: their callbacks take up to half a minute each. */
    void callbacksBlock() {
        toldWithin = 60_000_000_000L;
    }

    private void renewed(String holdId, @Nullable RowImage after, Holder sender, long now) {
        if (holds.held(holdId) != null || after == null) {
            unknownSince.remove(holdId);
            return;
        }
        // A thread that waits for the answer may be held up, which is trouble.
        long since = Math.max(unknownSince.computeIfAbsent(holdId, id -> now), sender.lastTrouble());
        if (now - since > after.row().lease().toNanos() + toldWithin) {
            violated.accept(
                    Invariant.S7, holdId + " is renewed for longer than a lease, and its user does not have it");
        }
    }

    private void checkAttributes(
            Request request,
            Written written,
            Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after) {
        if (after == null) {
            if (!rowsAreDeleted) {
                violated.accept(
                        Invariant.S10, "the row of " + written.key() + " was deleted by " + request.operation());
            }
            return;
        }
        for (Map.Entry<String, AttributeValue> attribute : before.entrySet()) {
            String name = attribute.getKey();
            boolean changed = !attribute.getValue().equals(after.get(name));
            boolean mayChange = request.takes() && request.names().contains(name);
            if (changed && !mayChange && !OWN.contains(name)) {
                violated.accept(
                        Invariant.S10, name + " of " + written.key() + " was changed by " + request.operation());
            }
        }
        boolean dataChanged = !Objects.equals(before.get("data"), after.get("data"));
        if (dataChanged && !request.takes() && !mayWriteData(request, written)) {
            violated.accept(
                    Invariant.S10,
                    "the payload of " + written.key() + " was changed by " + request.operation() + " of "
                            + request.holdId());
        }
    }

    private static boolean mayWriteData(Request request, Written written) {
        RowImage before = written.before();
        return before != null && request.names().contains("data") && Objects.equals(before.holdId(), request.holdId());
    }

    /** The row is gone, with its token. */
    void deletedByHand(String key) {
        fences.remove(key);
    }

    /**
     * A fenced transaction was committed. Nothing is left in the table of a row that was deleted: late copies of all the writes
     * that made it bring it back as it was, and its hold's late transactions pass.
     */
    void committed(String key, String holdId, long token) {
        if (!RowImage.isHeld(table.image(key), holdId)) {
            violated.accept(
                    Invariant.T1, "a transaction fenced with " + holdId + " was committed when it had not " + key);
        }
        Long greatest = fences.get(key);
        if (greatest != null && token < greatest && !broughtBack.contains(new Grant(holdId, token))) {
            violated.accept(
                    Invariant.T1, "a transaction of token " + token + " was committed after one of " + greatest);
        }
        fences.merge(key, token, Math::max);
    }
}
