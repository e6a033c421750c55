package io.github.dynamolock.verification;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/**
 * Several {@link Appender}s of one list. Their sections take up to two seconds; now and then one is stopped inside its
 * section, until its lease is over and another has added to the list, and then goes on.
 */
final class Appenders {

    private static final long LONGEST_SECTION_MILLIS = 2000;
    private static final long BETWEEN_PAUSES_NANOS = Duration.ofSeconds(5).toNanos();

    private final Set<String> added = ConcurrentHashMap.newKeySet();
    private final AtomicInteger rejected = new AtomicInteger();
    private final AtomicInteger pauses = new AtomicInteger();
    private final AtomicLong nextPause = new AtomicLong(System.nanoTime());
    private final Stage stage;
    private final String key;
    private final List<HolderProcess> processes = new ArrayList<>();
    private volatile long end;

    Appenders(Stage stage, String key) {
        this.stage = stage;
        this.key = key;
    }

    /** One more process. */
    void start(Duration lease, String fence) throws IOException {
        processes.add(stage.start(
                Map.of(),
                Appender.class,
                stage.endpoint.uri().toString(),
                Stage.TABLE,
                key,
                Long.toString(lease.toMillis()),
                fence));
    }

    /** When all processes are there: the work of driving them for a time from now on, each for a thread of its own. */
    List<Callable<Void>> drives(Duration time) throws InterruptedException {
        for (HolderProcess process : processes) {
            process.expect("ready");
        }
        end = System.nanoTime() + time.toNanos();
        List<Callable<Void>> drives = new ArrayList<>();
        for (HolderProcess process : processes) {
            Random random = new Random(drives.size());
            drives.add(() -> {
                drive(process, random);
                return null;
            });
        }
        return drives;
    }

    private void drive(HolderProcess process, Random random) throws Exception {
        while (true) {
            process.expect("section", Appender.LONGEST_WAIT);
            long now = System.nanoTime();
            if (now >= end) {
                // It ends without a write, and frees the lock for the next.
                process.endInput();
                return;
            }
            long due = nextPause.get();
            if (now >= due && nextPause.compareAndSet(due, Long.MAX_VALUE)) {
                pauseBeyondItsLease(process);
                nextPause.set(System.nanoTime() + BETWEEN_PAUSES_NANOS);
            } else {
                Stage.awaitPassed(now, Duration.ofMillis(random.nextLong(LONGEST_SECTION_MILLIS)));
                process.ask("go");
            }
            String[] wrote = process.expect("wrote").split(" ", -1);
            if (wrote[2].equals("added")) {
                added.add(wrote[1]);
            } else {
                rejected.incrementAndGet();
            }
        }
    }

    private void pauseBeyondItsLease(HolderProcess process) throws Exception {
        process.stop();
        int before = added.size();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> added.size() > before
                        || System.nanoTime() > end + Duration.ofSeconds(20).toNanos());
        process.ask("go");
        process.signal("CONT");
        if (added.size() > before) {
            pauses.incrementAndGet();
        }
    }

    Set<String> added() {
        return added;
    }

    int rejected() {
        return rejected.get();
    }

    /** How often one was stopped in its section until another had added to the list. */
    int pauses() {
        return pauses.get();
    }
}
