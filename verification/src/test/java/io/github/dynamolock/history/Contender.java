package io.github.dynamolock.history;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.ReleaseResult;
import io.github.dynamolock.history.Entry.Operation;
import io.github.dynamolock.history.Entry.Outcome;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Takes locks, looks at them, releases them, and records all of it. A program too; its arguments: endpoint, table,
 * directory of histories, name of the process, keys.
 */
public final class Contender {

    private static final int LONGEST_SECTION_MILLIS = 60;
    private static final Duration LEASE = Duration.ofSeconds(1);

    private final LockClient locks;
    private final Recorder recorder;
    private final Random random;
    private final int keys;

    Contender(LockClient locks, Recorder recorder, long seed, int keys) {
        this.locks = locks;
        this.recorder = recorder;
        this.random = new Random(seed);
        this.keys = keys;
    }

    /** Contends until it is killed. */
    public static void main(String[] args) throws InterruptedException {
        DynamoDbClient dynamoDb = DynamoDbClient.builder()
                .endpointOverride(URI.create(args[0]))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        Contender contender = new Contender(
                client(dynamoDb, args[1], args[3]),
                new Recorder(Path.of(args[2]), args[3]),
                args[3].hashCode(),
                Integer.parseInt(args[4]));
        System.out.println("contending");
        while (true) {
            contender.turn();
        }
    }

    static LockClient client(DynamoDbClient dynamoDb, String table, String name) {
        return LockClient.builder(dynamoDb)
                .table(table)
                .ownerName(name)
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(4))
                .build();
    }

    void turn() throws InterruptedException {
        String key = "key-" + random.nextInt(keys);
        long asked = Recorder.now();
        LockHandle lock;
        try {
            lock = locks.acquire(
                    LockRequest.forKey(key).waitTime(Duration.ofMillis(500)).build());
        } catch (LockNotGrantedException e) {
            recorder.answered(Operation.ACQUIRE, key, 0, asked, Outcome.REFUSED);
            return;
        } catch (LockTableException e) {
            recorder.answered(Operation.ACQUIRE, key, 0, asked, Outcome.INFO);
            return;
        }
        recorder.answered(Operation.ACQUIRE, key, lock.fencingToken(), asked, Outcome.OK);
        var unused = lock.lost().thenAccept(loss -> {
            long now = Recorder.now();
            recorder.answered(Operation.LOST, key, lock.fencingToken(), now, Outcome.OK);
        });
        long leave = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(LONGEST_SECTION_MILLIS));
        while (System.nanoTime() < leave && look(key, lock)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        release(key, lock);
    }

    /** The question is older than the answer: a yes was true at some moment between. */
    private boolean look(String key, LockHandle lock) {
        long asked = Recorder.now();
        boolean held = lock.isHeld();
        recorder.answered(Operation.HELD, key, lock.fencingToken(), asked, held ? Outcome.OK : Outcome.REFUSED);
        return held;
    }

    private void release(String key, LockHandle lock) {
        long asked = Recorder.now();
        Outcome outcome;
        try {
            outcome = lock.release() == ReleaseResult.RELEASED ? Outcome.OK : Outcome.REFUSED;
        } catch (LockTableException e) {
            outcome = Outcome.INFO;
        }
        recorder.answered(Operation.RELEASE, key, lock.fencingToken(), asked, outcome);
    }
}
