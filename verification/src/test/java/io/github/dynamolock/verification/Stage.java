package io.github.dynamolock.verification;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A lock table, the processes that hold its locks, and a client of this process that waits for them. */
final class Stage implements AutoCloseable {

    static final String TABLE = "locks";

    final LocalDynamoDb dynamo = LocalDynamoDb.create();
    final LocalEndpoint endpoint = dynamo.serve(0);
    final RowWrites writes = new RowWrites(dynamo);
    final DynamoDbClient dynamoDb = dynamo.client("waiter");
    final LockClient locks;
    private final Duration lease;
    private final List<HolderProcess> processes = new ArrayList<>();

    /** With the lease of the processes and of the client that waits. */
    Stage(Duration lease) throws InterruptedException {
        this.lease = lease;
        LockTables.create(dynamoDb, LockTableSpec.of(TABLE));
        LockTables.create(dynamoDb, LockTableSpec.of(Holders.DATA));
        locks = LockClient.builder(dynamoDb)
                .table(TABLE)
                .leaseDuration(lease)
                .heartbeatPeriod(lease.dividedBy(4))
                .build();
    }

    /** A process that takes these keys: {@code prefix-0} to {@code prefix-(number-1)}. */
    HolderProcess holders(Class<?> program, String prefix, int number) throws IOException {
        return start(
                Map.of(),
                program,
                endpoint.uri().toString(),
                TABLE,
                Long.toString(lease.toMillis()),
                prefix,
                Integer.toString(number));
    }

    /** Processes that have taken so many keys each, and which. */
    Map<HolderProcess, List<String>> readyHolders(String prefix, int processes, int keys) throws Exception {
        Map<HolderProcess, List<String>> holders = new LinkedHashMap<>();
        for (int number = 0; number < processes; number++) {
            String own = prefix + "-" + number;
            holders.put(holders(Holders.class, own, keys), Holders.keys(own, keys));
        }
        for (HolderProcess holder : holders.keySet()) {
            holder.expect("ready");
        }
        return holders;
    }

    /** A process that takes one key. */
    HolderProcess holder(URI through, String key, Map<String, String> environment) throws IOException {
        return start(environment, Holder.class, through.toString(), TABLE, key, Long.toString(lease.toMillis()));
    }

    HolderProcess start(Map<String, String> environment, Class<?> program, String... arguments) throws IOException {
        HolderProcess process = new HolderProcess(environment, program, arguments);
        processes.add(process);
        return process;
    }

    /** All these rows have been written after now, by a renewal. */
    void awaitRenewals(List<String> keys) {
        long now = System.nanoTime();
        Awaitility.await()
                .atMost(lease.plusSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> keys.stream().allMatch(key -> writes.last(key) > now));
    }

    /** Lets real time pass, which the processes need. */
    static void awaitPassed(long since, Duration time) {
        Awaitility.await()
                .atMost(time.plusMinutes(2))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> System.nanoTime() - since >= time.toNanos());
    }

    @Override
    public void close() {
        processes.forEach(HolderProcess::close);
        locks.close();
        dynamo.close();
    }
}
