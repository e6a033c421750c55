package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;

/** The sum of many schedules. */
final class Report {

    private static final int MOST_FAILURES = 50;

    final Coverage coverage = new Coverage();
    private final List<Outcome> failures = new ArrayList<>();
    private final long started = System.nanoTime();
    private long schedules;
    private long grants;
    private long losses;
    private long kept;
    private long events;
    private long failed;

    synchronized void add(Outcome outcome) {
        schedules++;
        grants += outcome.grants();
        losses += outcome.losses();
        kept += outcome.kept();
        events += outcome.events();
        coverage.add(outcome.coverage());
        if (!outcome.violations().isEmpty()) {
            failed++;
            if (failures.size() < MOST_FAILURES) {
                failures.add(outcome);
            }
        }
    }

    synchronized long schedules() {
        return schedules;
    }

    synchronized long grants() {
        return grants;
    }

    synchronized long losses() {
        return losses;
    }

    synchronized long kept() {
        return kept;
    }

    synchronized List<Outcome> failures() {
        return List.copyOf(failures);
    }

    synchronized String line() {
        double seconds = (System.nanoTime() - started) / 1e9;
        return String.format(
                "%,d schedules, %,d grants, %,d losses, %,d kept beyond their release, %,d events, %.0f schedules/s, %,d with violations",
                schedules, grants, losses, kept, events, schedules / seconds, failed);
    }
}
