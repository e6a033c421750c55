package io.github.dynamolock.history;

import io.github.dynamolock.history.Entry.Operation;
import io.github.dynamolock.history.Entry.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for an order in which a lock can have given a small history of one key, by trying all (Wing and Gong): a mutex, and
 * a register of the latest token. Knows nothing of what {@link Checker} builds on, so that the two can check each other.
 */
final class Linearizations {

    private static final int MOST = 20;

    private record Reached(int done, long holder, long latest) {}

    private final List<Entry> operations = new ArrayList<>();
    private final Set<Reached> failed = new HashSet<>();

    private Linearizations(List<Entry> history) {
        for (Entry entry : history) {
            if (entry.outcome() == Outcome.OK && entry.operation() != Operation.LOST) {
                operations.add(entry);
            }
        }
        if (operations.size() > MOST) {
            throw new IllegalArgumentException("too long: " + operations.size());
        }
    }

    static boolean exists(List<Entry> history) {
        return new Linearizations(history).reach(new Reached(0, 0, 0));
    }

    private boolean reach(Reached from) {
        if (from.done() == (1 << operations.size()) - 1) {
            return true;
        }
        if (!failed.add(from)) {
            return false;
        }
        if (from.holder() != 0 && mayLapse(from.holder()) && reach(new Reached(from.done(), 0, from.latest()))) {
            return true;
        }
        long firstAnswer = Long.MAX_VALUE;
        for (int index = 0; index < operations.size(); index++) {
            if ((from.done() & (1 << index)) == 0) {
                firstAnswer = Math.min(firstAnswer, operations.get(index).answered());
            }
        }
        for (int index = 0; index < operations.size(); index++) {
            boolean open =
                    (from.done() & (1 << index)) == 0 && operations.get(index).invoked() <= firstAnswer;
            if (open && step(from, index)) {
                return true;
            }
        }
        return false;
    }

    /** A hold that nobody released with success may have lapsed at any time. */
    private boolean mayLapse(long token) {
        return operations.stream().noneMatch(o -> o.operation() == Operation.RELEASE && o.token() == token);
    }

    private boolean step(Reached from, int index) {
        Entry entry = operations.get(index);
        int done = from.done() | (1 << index);
        return switch (entry.operation()) {
            case ACQUIRE ->
                from.holder() == 0
                        && entry.token() > from.latest()
                        && reach(new Reached(done, entry.token(), entry.token()));
            case HELD -> from.holder() == entry.token() && reach(new Reached(done, from.holder(), from.latest()));
            case RELEASE -> from.holder() == entry.token() && reach(new Reached(done, 0, from.latest()));
            case LOST -> throw new IllegalStateException();
        };
    }
}
