package io.github.dynamolock.verification;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** Notes when the renewals of a client were sent, and losses. */
final class RenewalAges implements LockListener {

    private final Map<String, Instant> last = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Long> gapsMillis = new ConcurrentLinkedQueue<>();
    private final Map<Long, AtomicInteger> bySecond = new ConcurrentHashMap<>();
    private final AtomicInteger lost = new AtomicInteger();

    @Override
    public void granted(HeldLock lock, Duration waited) {
        last.put(lock.key(), lock.lastRenewedAt());
    }

    @Override
    public void renewed(HeldLock lock, Duration took) {
        Instant sent = lock.lastRenewedAt();
        bySecond.computeIfAbsent(sent.getEpochSecond(), second -> new AtomicInteger())
                .incrementAndGet();
        Instant before = last.put(lock.key(), sent);
        if (before != null) {
            gapsMillis.add(Duration.between(before, sent).toMillis());
        }
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        lost.incrementAndGet();
    }

    int lost() {
        return lost.get();
    }

    long[] sorted() {
        long[] gaps = gapsMillis.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(gaps);
        return gaps;
    }

    /** The renewals sent in each second between these moments. */
    long[] bySecond(Instant from, Instant to) {
        return LongStream.range(from.getEpochSecond() + 1, to.getEpochSecond())
                .map(second ->
                        bySecond.getOrDefault(second, new AtomicInteger()).get())
                .toArray();
    }
}
