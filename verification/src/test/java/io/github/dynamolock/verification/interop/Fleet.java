package io.github.dynamolock.verification.interop;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Workers that contend for ten keys until time is up. Now and then one crashes inside its section: nobody renews its lock,
 * and it ends neither the section nor the lock before its lease does.
 */
final class Fleet {

    static final Duration LEASE = Duration.ofSeconds(1);
    static final int KEYS = 10;
    static final int WORKERS = 5;

    /** One in so many sections ends with a crash. */
    static final int CRASHES = 12;

    private static final int LONGEST_SECTION_MILLIS = 40;

    /** How long to contend: {@code -Ddynamolock.contention.seconds=60}. */
    static final Duration TIME = Duration.ofSeconds(Long.getLong("dynamolock.contention.seconds", 10L));

    final Sections sections = new Sections();
    private final long end;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<Void>> workers = new ArrayList<>();

    Fleet(Duration time) {
        end = System.nanoTime() + time.toNanos();
    }

    /** One turn of a worker. */
    interface Turn {
        void take(Random random) throws Exception;
    }

    boolean isOver() {
        return System.nanoTime() >= end;
    }

    /** Adds a worker that takes turns until time is up. */
    void add(int seed, Turn turn) {
        start(() -> {
            Random random = new Random(seed);
            while (!isOver()) {
                turn.take(random);
            }
            return null;
        });
    }

    void start(Callable<Void> worker) {
        workers.add(threads.submit(worker));
    }

    void addOurs(LockClient locks, int seed) {
        add(seed, random -> {
            String key = key(random);
            boolean crash = crash(random);
            Optional<LockHandle> granted = acquire(locks, key, crash);
            if (granted.isPresent()) {
                LockHandle lock = granted.get();
                int id = sections.enter(key, Sections.Side.OURS, locks.ownerName(), lock.fencingToken());
                stay(id, random, crash, lock::isHeld);
                if (!crash) {
                    lock.close();
                }
            }
        });
    }

    /** Nothing also when a busy machine did not answer in time: what is judged is who was inside. */
    private static Optional<LockHandle> acquire(LockClient locks, String key, boolean mortal)
            throws InterruptedException {
        LockRequest.Builder request = LockRequest.forKey(key).waitTime(Duration.ofSeconds(3));
        if (mortal) {
            request.withoutHeartbeat();
        }
        try {
            return Optional.of(locks.acquire(request.build()));
        } catch (LockNotGrantedException | LockTableException e) {
            return Optional.empty();
        }
    }

    void addTheirs(AwsClient client, String process, int seed) {
        add(seed, random -> {
            String key = key(random);
            boolean crash = crash(random);
            Other.Ask ask = new Other.Ask(key, Duration.ofSeconds(2), crash, null, Map.of());
            if (client.acquire(ask).isPresent()) {
                int id = sections.enter(key, Sections.Side.THEIRS, process, 0);
                stay(id, random, crash, () -> client.isHeld(key));
                if (!crash) {
                    client.release(key);
                }
            }
        });
    }

    static LockClient ours(LockClientBuilder builder, int number) {
        return builder.ownerName("ours-" + number)
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(4))
                .build();
    }

    private static String key(Random random) {
        return "key-" + random.nextInt(KEYS);
    }

    private static boolean crash(Random random) {
        return random.nextInt(CRASHES) == 0;
    }

    /** Stays inside for a while, or as long as the lock can be believed in, and says so. */
    private void stay(int id, Random random, boolean crash, BooleanSupplier isHeld) {
        long leave = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(LONGEST_SECTION_MILLIS));
        while (true) {
            long at = sections.now();
            if (!isHeld.getAsBoolean()) {
                break;
            }
            sections.still(id, at);
            if (!crash && at >= leave) {
                break;
            }
            LockSupport.parkNanos(1_000_000);
        }
        sections.leave(id, crash);
    }

    /** Waits for everyone, and says what was seen. */
    Sections.Summary await() throws InterruptedException, ExecutionException {
        try {
            for (Future<Void> worker : workers) {
                worker.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return sections.summary();
    }
}
