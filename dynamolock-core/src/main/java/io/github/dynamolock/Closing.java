package io.github.dynamolock;

import io.github.dynamolock.table.Failures;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Frees the rows of a closing client's holds, each apart from the others. A release that the table could not take is tried
 * again, and a row that was renewed until then is renewed until it is free, so that its lease doesn't run out while its
 * release waits. At the limit both end.
 *
 * <p>Releases go to the pool that renews, which nothing else fills; renewals to the other one, so that they don't queue
 * behind the very releases that they wait for.
 */
final class Closing {

    static final Duration LIMIT = Duration.ofSeconds(10);

    private static final long RETRY_NANOS = 500_000_000L;
    private static final double JITTER = 0.5;
    private static final int RENEWAL_RETRIES_PER_PERIOD = 4;

    private final Engine engine;
    private final List<Row> rows;

    Closing(Engine engine, List<Hold> holds) {
        this.engine = engine;
        this.rows = holds.stream().map(Row::new).toList();
    }

    /** Begins; the future ends within the limit, and fails with whatever could not be released. */
    CompletableFuture<Void> start() {
        Scheduler.Scheduled limit =
                engine.scheduler().schedule(LIMIT.toNanos(), () -> rows.forEach(Row::endUnfinished));
        rows.forEach(Row::start);
        return CompletableFuture.allOf(rows.stream().map(row -> row.ended).toArray(CompletableFuture[]::new))
                .thenRun(() -> {
                    limit.cancel();
                    throwFailures();
                });
    }

    private void throwFailures() {
        List<Throwable> failures =
                rows.stream().map(row -> row.failure).filter(Objects::nonNull).toList();
        if (failures.isEmpty()) {
            return;
        }
        LockException failure = new LockException(
                failures.size() + " of " + rows.size() + " locks could not be released when the lock client was closed;"
                        + " they lapse with their leases",
                failures.get(0));
        failures.stream().skip(1).forEach(failure::addSuppressed);
        throw failure;
    }

    private void after(long nanos, Runnable task) {
        engine.scheduler().schedule(Math.max(0, nanos), task);
    }

    private final class Row {

        private final Hold hold;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();

        /** Why it is not free, as far as known. */
        private volatile @Nullable Throwable failure = new LockException("no answer to a release in time", null);

        Row(Hold hold) {
            this.hold = hold;
        }

        void start() {
            long period = hold.heartbeatPeriod().toNanos();
            if (period > 0) {
                renewAfter(period - hold.state().lease().age(engine.clock().now()));
            }
            release();
        }

        private void release() {
            if (ended.isDone()) {
                return;
            }
            CompletableFuture<?> unused = hold.close(engine.renewals()).whenComplete((result, failed) -> {
                if (ended.isDone()) {
                    return;
                }
                failure = failed instanceof CompletionException ? failed.getCause() : failed;
                if (failed != null && mayPass(failure)) {
                    double share = 1 - JITTER * engine.random().getAsDouble();
                    after((long) (RETRY_NANOS * share), this::release);
                } else {
                    ended.complete(null);
                }
            });
        }

        private void renewAfter(long nanos) {
            after(nanos, () -> {
                if (!ended.isDone()) {
                    engine.calls().execute(this::renew);
                }
            });
        }

        private void renew() {
            if (!ended.isDone()) {
                long period = hold.heartbeatPeriod().toNanos();
                renewAfter(hold.renewRow() ? period : period / RENEWAL_RETRIES_PER_PERIOD);
            }
        }

        void endUnfinished() {
            ended.complete(null);
        }
    }

    private static boolean mayPass(@Nullable Throwable failure) {
        return failure instanceof LockTableException
                && failure.getCause() instanceof RuntimeException cause
                && Failures.isPassing(cause);
    }
}
