package io.github.dynamolock.verification.interop;

import com.amazonaws.services.dynamodbv2.AcquireLockOptions;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClient;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClientOptions;
import com.amazonaws.services.dynamodbv2.GetLockOptions;
import com.amazonaws.services.dynamodbv2.LockItem;
import com.amazonaws.services.dynamodbv2.model.LockCurrentlyUnavailableException;
import com.amazonaws.services.dynamodbv2.model.LockNotGrantedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** AWS's {@code dynamodb-lock-client}. */
final class AwsClient implements Other {

    private final AmazonDynamoDBLockClient living;
    private final AmazonDynamoDBLockClient mortal;
    private final Map<String, LockItem> held = new ConcurrentHashMap<>();

    AwsClient(DynamoDbClient dynamoDb, String table, Duration lease, String owner) {
        living = client(dynamoDb, table, lease, owner, true);
        mortal = client(dynamoDb, table, lease, owner + "-mortal", false);
    }

    private static AmazonDynamoDBLockClient client(
            DynamoDbClient dynamoDb, String table, Duration lease, String owner, boolean heartbeat) {
        return new AmazonDynamoDBLockClient(AmazonDynamoDBLockClientOptions.builder(dynamoDb, table)
                .withOwnerName(owner)
                .withTimeUnit(TimeUnit.MILLISECONDS)
                .withLeaseDuration(lease.toMillis())
                .withHeartbeatPeriod(lease.toMillis() / 4)
                .withCreateHeartbeatBackgroundThread(heartbeat)
                .build());
    }

    @Override
    public Optional<Grant> acquire(Ask ask) throws InterruptedException {
        Map<String, AttributeValue> attributes = new TreeMap<>();
        ask.attributes().forEach((name, value) -> attributes.put(name, AttributeValue.fromS(value)));
        // Its defaults wipe the row: it deletes at release, and puts a whole item at each acquisition.
        AcquireLockOptions.AcquireLockOptionsBuilder options = AcquireLockOptions.builder(ask.key())
                .withDeleteLockOnRelease(false)
                .withUpdateExistingLockRecord(true)
                .withReplaceData(false)
                .withAdditionalAttributes(attributes)
                .withTimeUnit(TimeUnit.MILLISECONDS)
                .withRefreshPeriod(20L)
                .withAdditionalTimeToWaitForLock(ask.patience().toMillis())
                .withShouldSkipBlockingWait(ask.patience().isZero());
        String data = ask.data();
        if (data != null) {
            options.withData(ByteBuffer.wrap(data.getBytes(StandardCharsets.UTF_8)));
        }
        return acquire(ask, options);
    }

    private Optional<Grant> acquire(Ask ask, AcquireLockOptions.AcquireLockOptionsBuilder options)
            throws InterruptedException {
        try {
            LockItem lock = (ask.mortal() ? mortal : living).acquireLock(options.build());
            held.put(ask.key(), lock);
            return Optional.of(shown(lock));
        } catch (LockNotGrantedException | LockCurrentlyUnavailableException e) {
            return Optional.empty();
        }
    }

    /** Acquires as the client's defaults have it: the row is put whole, and deleted at release. */
    Optional<Grant> acquireByDefaults(String key) throws InterruptedException {
        return acquire(Ask.once(key), AcquireLockOptions.builder(key).withShouldSkipBlockingWait(true));
    }

    boolean isHeld(String key) {
        LockItem lock = held.get(key);
        return lock != null && !lock.isExpired();
    }

    @Override
    public boolean release(String key) {
        LockItem lock = held.remove(key);
        // The item knows its client: closing it would release through it, but tells nothing.
        return lock != null && (living.releaseLock(lock) || mortal.releaseLock(lock));
    }

    @Override
    public Optional<Grant> look(String key) {
        return living.getLockFromDynamoDB(GetLockOptions.builder(key).build()).map(AwsClient::shown);
    }

    private static Grant shown(LockItem lock) {
        Map<String, String> attributes = new TreeMap<>();
        lock.getAdditionalAttributes().forEach((name, value) -> {
            if (value.s() != null) {
                attributes.put(name, value.s());
            }
        });
        String data = lock.getData()
                .map(bytes -> StandardCharsets.UTF_8.decode(bytes.duplicate()).toString())
                .orElse("");
        return new Grant(data, attributes);
    }

    @Override
    public void close() throws IOException {
        living.close();
        mortal.close();
    }
}
