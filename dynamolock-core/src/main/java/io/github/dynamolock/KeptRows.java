package io.github.dynamolock;

import java.util.HashSet;
import java.util.Set;

/**
 * The rows of one client that stay taken for a while after their holds have ended, each with the time at which it is
 * freed. Closing leaves them to their leases: another process must not run a job again because this one was redeployed.
 * Thread-safe.
 */
final class KeptRows {

    private final Scheduler scheduler;

    /** Guarded by this. */
    private final Set<Row> rows = new HashSet<>();

    /** Guarded by this. */
    private boolean closed;

    KeptRows(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Frees a row when the time is over, unless the client is closed before. */
    synchronized void keep(long nanos, Runnable free) {
        if (!closed) {
            Row row = new Row(free);
            rows.add(row);
            row.timer = scheduler.schedule(Math.max(0, nanos), row::end);
        }
    }

    synchronized void close() {
        closed = true;
        rows.forEach(row -> row.timer.cancel());
        rows.clear();
    }

    private synchronized boolean remove(Row row) {
        return rows.remove(row);
    }

    private final class Row {

        private final Runnable free;
        private Scheduler.Scheduled timer = () -> {};

        Row(Runnable free) {
            this.free = free;
        }

        void end() {
            if (remove(this)) {
                free.run();
            }
        }
    }
}
