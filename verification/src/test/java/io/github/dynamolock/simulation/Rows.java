package io.github.dynamolock.simulation;

import io.github.dynamolock.table.LockRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of the lock table as every write left them, and who took which when. */
final class Rows {

    private final Function<Map<String, AttributeValue>, LockRow> reader;
    private final Map<String, RowImage> images = new LinkedHashMap<>();
    private final Map<String, Map<String, AttributeValue>> earlier = new HashMap<>();
    private final Map<String, List<Taken>> takenByHold = new HashMap<>();
    private final Map<String, Long> lastTakenOrder = new HashMap<>();
    private final Map<String, Long> seedSentAt = new HashMap<>();
    private final Map<String, Long> lastFreed = new HashMap<>();
    private final Map<String, Long> deletedByHand = new HashMap<>();
    private final Map<String, Long> deletedByHandAt = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> displaced = new HashSet<>();
    private long order;

    Rows(Function<Map<String, AttributeValue>, LockRow> reader) {
        this.reader = reader;
    }

    @Nullable
    RowImage image(String key) {
        return images.get(key);
    }

    Collection<String> keys() {
        return images.keySet();
    }

    /** The item before the latest write. */
    Map<String, AttributeValue> earlier(String key) {
        return earlier.getOrDefault(key, Map.of());
    }

    /** A write was applied; the item is null when there is none now. */
    Written written(String key, @Nullable Map<String, AttributeValue> item, long sentAt, long now) {
        RowImage before = images.get(key);
        RowImage after = item == null || item.isEmpty() ? null : new RowImage(item, reader.apply(item), now, false);
        replace(key, before, after);
        order++;
        String formerHold = before == null ? null : before.holdId();
        String hold = after == null ? null : after.holdId();
        boolean taken = after != null && after.isHeld() && hold != null && !RowImage.isHeld(before, hold);
        if (before != null && before.isHeld() && formerHold != null && !RowImage.isHeld(after, formerHold)) {
            ended.add(formerHold);
        }
        if (taken && hold != null && after != null) {
            lastTakenOrder.put(key, order);
            if (before == null) {
                seedSentAt.put(key, sentAt);
            }
            boolean handedOver = before != null
                    && before.isHeld()
                    && formerHold != null
                    && HoldIds.process(formerHold) == HoldIds.process(hold);
            takenByHold
                    .computeIfAbsent(hold, h -> new ArrayList<>())
                    .add(new Taken(
                            key,
                            hold,
                            order,
                            seedSentAt.getOrDefault(key, sentAt),
                            after.row().fencingToken(),
                            handedOver,
                            before == null ? null : before.row().data(),
                            after.row().data()));
        } else if (after != null && hold != null && after.isHeld()) {
            raised(hold, after.row().fencingToken());
        }
        if (after == null || !after.isHeld()) {
            lastFreed.put(key, now);
        }
        return new Written(key, before, after, taken);
    }

    private void raised(String hold, long token) {
        List<Taken> all = takenByHold.get(hold);
        if (all != null) {
            all.get(all.size() - 1).token = token;
        }
    }

    /** Somebody with a console, or a program that is none of ours, wrote or deleted the item. */
    void byHand(String key, @Nullable Map<String, AttributeValue> item, boolean planted, long now) {
        RowImage before = images.get(key);
        if (before != null && before.isHeld() && before.holdId() != null) {
            displace(before.holdId());
        }
        replace(key, before, item == null ? null : new RowImage(item, reader.apply(item), now, planted));
        order++;
        deletedByHand.put(key, order);
        deletedByHandAt.put(key, now);
        lastFreed.put(key, now);
    }

    private void replace(String key, @Nullable RowImage before, @Nullable RowImage after) {
        if (before == null) {
            earlier.remove(key);
        } else {
            earlier.put(key, before.item());
        }
        if (after == null) {
            images.remove(key);
        } else {
            images.put(key, after);
        }
    }

    /** Whoever holds under this id may not know yet that the row was taken away from him by one who may do so. */
    void displace(@Nullable String holdId) {
        if (holdId != null) {
            displaced.add(holdId);
            ended.add(holdId);
        }
    }

    boolean isDisplaced(String holdId) {
        return displaced.contains(holdId);
    }

    /** Whether the hold had a row and has it no more. */
    boolean isEnded(String holdId) {
        return ended.contains(holdId);
    }

    /** The write by which a hold got this token. */
    @Nullable
    Taken taken(String holdId, long token) {
        for (Taken taken : takenByHold.getOrDefault(holdId, List.of())) {
            if (taken.token == token) {
                return taken;
            }
        }
        return null;
    }

    /** Whether another hold took the key after this one first did. */
    boolean isTakenAfter(String key, String holdId) {
        List<Taken> all = takenByHold.getOrDefault(holdId, List.of());
        return !all.isEmpty() && lastTakenOrder.getOrDefault(key, 0L) > all.get(0).order;
    }

    boolean isDeletedByHandAfter(String key, long since) {
        return deletedByHand.getOrDefault(key, 0L) > since;
    }

    boolean isDeletedByHandSince(String key, long time) {
        return deletedByHandAt.getOrDefault(key, -1L) >= time;
    }

    /** When the key last became free. */
    long lastFreed(String key) {
        return lastFreed.getOrDefault(key, 0L);
    }
}
