package io.github.dynamolock.verification;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A process with many threads that contend for a few keys and write down when they believe to hold one. Says {@code lost
 * NANOS KEY REASON}, {@code failed WHY} and {@code stalled FROM TO} by itself; answers {@code vitals} and {@code sections}; {@code rest} lets its
 * threads stand still when they have ended what they are at, until {@code go}. Arguments: endpoint, table, lease in
 * milliseconds, number of threads, number of keys, file.
 */
final class Contenders implements LockListener {

    private static final int LONGEST_SECTION_MILLIS = 200;

    /** Several still want the same key at most times, and the machine has time for the table too. */
    private static final int LONGEST_REST_MILLIS = 1000;

    private final AtomicLong sections = new AtomicLong();
    private final int keys;
    private final OutputStream beliefs;
    private volatile boolean rests;

    private Contenders(int keys, OutputStream beliefs) {
        this.keys = keys;
        this.beliefs = beliefs;
    }

    public static void main(String[] args) throws IOException {
        Duration lease = Duration.ofMillis(Long.parseLong(args[2]));
        Contenders contenders = new Contenders(Integer.parseInt(args[4]), Files.newOutputStream(Path.of(args[5])));
        DynamoDbClient dynamoDb = Holder.dynamoDb(URI.create(args[0]));
        LockClient locks = LockClient.builder(dynamoDb)
                .table(args[1])
                .leaseDuration(lease)
                .heartbeatPeriod(lease.dividedBy(4))
                .listener(contenders)
                .build();
        for (int i = 0; i < Integer.parseInt(args[3]); i++) {
            Thread thread = new Thread(() -> contenders.contend(locks), "contender-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        Stall.watch(stall -> Holder.say(stall.line()));
        Holder.say("ready");
        contenders.answer();
    }

    private void answer() {
        Scanner questions = new Scanner(System.in, StandardCharsets.UTF_8);
        while (questions.hasNextLine()) {
            switch (questions.nextLine()) {
                case "vitals" -> Holder.say(Vitals.now().toString());
                case "sections" -> Holder.say("sections " + sections.get());
                case "rest" -> rests = true;
                case "go" -> rests = false;
                default -> Holder.say("?");
            }
        }
    }

    private void contend(LockClient locks) {
        Random random = new Random();
        while (true) {
            LockSupport.parkNanos(
                    Duration.ofMillis(random.nextInt(LONGEST_REST_MILLIS)).toNanos());
            if (rests) {
                continue;
            }
            LockRequest request = LockRequest.forKey("contended-" + random.nextInt(keys))
                    .waitTime(Duration.ofMinutes(10))
                    .build();
            try (LockHandle lock = locks.acquire(request)) {
                believe(lock, random.nextInt(LONGEST_SECTION_MILLIS));
                sections.incrementAndGet();
            } catch (LockException | InterruptedException | IOException e) {
                Holder.say("failed " + e);
            }
        }
    }

    private void believe(LockHandle lock, int millis) throws IOException {
        long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        long from = 0;
        long to = 0;
        while (true) {
            long before = System.nanoTime();
            if (!lock.isHeld()) {
                break;
            }
            to = before;
            if (from == 0) {
                from = System.nanoTime();
            }
            if (before >= end) {
                break;
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        if (from < to) {
            Belief belief = new Belief(lock.key(), lock.fencingToken(), from, to);
            synchronized (beliefs) {
                beliefs.write(belief.line().getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        Holder.say("lost " + System.nanoTime() + " " + lock.key() + " " + loss.reason());
    }
}
