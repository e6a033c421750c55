package io.github.dynamolock.spring.health;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.leader.LeaderElectors;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Down when a lock table can't be reached or a held lease is overdue. Never because locks are contended: that another holds
 * a lock is what locks are for; nor because this process does not lead, or nobody does. Tells no keys.
 */
final class DynamoLockHealthIndicator extends AbstractHealthIndicator {

    /**
     * One key of each type that a table may have. Looking for a row costs one small read, and only the permission that every
     * lock needs; whether there is one does not matter.
     */
    private static final List<AttributeValue> PROBE_KEYS = List.of(
            AttributeValue.fromS("dynamolock:health"),
            AttributeValue.fromN("0"),
            AttributeValue.fromB(SdkBytes.fromUtf8String("dynamolock:health")));

    private final Map<String, LockClient> clients;
    private final LeaderElectors electors;
    private final Duration limit;
    private final ThreadFactory threads;

    DynamoLockHealthIndicator(Map<String, LockClient> clients, LeaderElectors electors, Duration limit) {
        this(clients, electors, limit, look -> new Thread(look, "dynamolock-health"));
    }

    DynamoLockHealthIndicator(
            Map<String, LockClient> clients, LeaderElectors electors, Duration limit, ThreadFactory threads) {
        super("Lock health check failed");
        this.clients = new TreeMap<>(clients);
        this.electors = electors;
        this.limit = limit;
        this.threads = threads;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws InterruptedException {
        builder.up();
        Map<String, Object> details = new LinkedHashMap<>();
        long deadline = System.nanoTime() + limit.toNanos();
        for (Map.Entry<String, LockClient> client : clients.entrySet()) {
            details.put(client.getKey(), check(client.getValue(), deadline, builder));
        }
        builder.withDetail("clients", details);
        if (!electors.byName().isEmpty()) {
            builder.withDetail("leadership", leadership());
        }
    }

    private Map<String, Object> leadership() {
        Map<String, Object> states = new LinkedHashMap<>();
        electors.byName().forEach((name, elector) -> states.put(name, elector.state()));
        return states;
    }

    private Map<String, Object> check(LockClient client, long deadline, Health.Builder builder)
            throws InterruptedException {
        Map<String, Object> detail = new LinkedHashMap<>();
        List<HeldLock> held = client.heldLocks();
        long overdue =
                held.stream().filter(DynamoLockHealthIndicator::isOverdue).count();
        detail.put("table", client.tableName());
        detail.put("ownerName", client.ownerName());
        detail.put("held", held.size());
        detail.put("waiting", client.waitingLocks().size());
        if (overdue > 0) {
            builder.down();
            detail.put("overdue", overdue);
        }
        String problem = probe(client, deadline);
        if (!problem.isEmpty()) {
            builder.down();
            detail.put("error", problem);
        }
        return detail;
    }

    private static boolean isOverdue(HeldLock lock) {
        return lock.remainingLease().isZero() || lock.remainingLease().isNegative();
    }

    /** Looks at the table, in a thread of its own so that a hanging call can't hang the health endpoint. */
    private String probe(LockClient client, long deadline) throws InterruptedException {
        FutureTask<String> look = new FutureTask<>(() -> look(client));
        try {
            Thread thread = threads.newThread(look);
            thread.setDaemon(true);
            thread.start();
            return look.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (OutOfMemoryError noThread) {
            return "the table was not looked at: " + noThread.getMessage();
        } catch (TimeoutException late) {
            return "no answer from the table within " + limit.toMillis() + " ms";
        } catch (ExecutionException failure) {
            return String.valueOf(failure.getCause());
        } finally {
            look.cancel(true);
        }
    }

    /** A key of the wrong type is refused before any call: only the one of the table's type costs a read. */
    private static String look(LockClient client) throws InterruptedException {
        String refusal = "";
        for (AttributeValue key : PROBE_KEYS) {
            try {
                client.find(key);
                return "";
            } catch (IllegalArgumentException otherType) {
                refusal = String.valueOf(otherType.getMessage());
            }
        }
        return refusal;
    }
}
