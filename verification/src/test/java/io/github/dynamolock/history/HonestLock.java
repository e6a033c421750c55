package io.github.dynamolock.history;

import io.github.dynamolock.history.Entry.Operation;
import io.github.dynamolock.history.Entry.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Histories of a lock that is one: random calls take effect at one moment between question and answer. Holds end by release,
 * by a loss that is told, or in silence.
 */
final class HonestLock {

    private static final int PROCESSES = 4;
    private static final int LONGEST = 40;

    private final Random random;
    private final String key;
    private final List<Entry> history = new ArrayList<>();
    private long now = 1_000;
    private long token = 100;

    private HonestLock(Random random, String key) {
        this.random = random;
        this.key = key;
    }

    static List<Entry> history(Random random, String key, int holds) {
        HonestLock lock = new HonestLock(random, key);
        for (int hold = 0; hold < holds; hold++) {
            lock.hold();
        }
        return lock.history;
    }

    private void hold() {
        String process = "p" + random.nextInt(PROCESSES);
        token += 1 + random.nextInt(3);
        operation(process, Operation.ACQUIRE, token, Outcome.OK);
        for (int looks = random.nextInt(3); looks > 0; looks--) {
            operation(process, Operation.HELD, token, Outcome.OK);
        }
        refusedTries();
        switch (random.nextInt(6)) {
            case 0 -> {
                long lost = nextMoment() + LONGEST;
                history.add(new Entry(process, "t", Operation.LOST, key, token, lost, lost, Outcome.OK));
                now = Math.max(now, lost - random.nextInt(LONGEST));
            }
            case 1 -> operation(process, Operation.RELEASE, token, Outcome.INFO);
            case 2 -> now++;
            default -> operation(process, Operation.RELEASE, token, Outcome.OK);
        }
    }

    private void refusedTries() {
        for (int tries = random.nextInt(3); tries > 0; tries--) {
            operation(
                    "p" + random.nextInt(PROCESSES),
                    Operation.ACQUIRE,
                    0,
                    random.nextBoolean() ? Outcome.REFUSED : Outcome.INFO);
        }
    }

    /** It takes effect at the next moment, is asked before, perhaps long before, and answered after. */
    private void operation(String process, Operation operation, long ofToken, Outcome outcome) {
        long effect = nextMoment();
        long earliest = operation == Operation.ACQUIRE ? 0 : granted(ofToken);
        long asked = Math.max(earliest, effect - random.nextInt(LONGEST));
        long answered = outcome == Outcome.INFO ? Entry.NEVER : effect + random.nextInt(LONGEST);
        history.add(new Entry(process, "t", operation, key, ofToken, asked, answered, outcome));
        if (operation == Operation.ACQUIRE && outcome == Outcome.OK) {
            // The caller goes on when it has the answer.
            now = Math.max(now, answered);
        }
    }

    private long granted(long ofToken) {
        return history.stream()
                .filter(e -> e.is(Operation.ACQUIRE) && e.token() == ofToken)
                .mapToLong(Entry::answered)
                .findFirst()
                .orElse(0);
    }

    private long nextMoment() {
        now += 1 + random.nextInt(5);
        return now;
    }
}
