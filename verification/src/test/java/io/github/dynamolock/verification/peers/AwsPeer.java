package io.github.dynamolock.verification.peers;

import com.amazonaws.services.dynamodbv2.AcquireLockOptions;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClient;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClientOptions;
import com.amazonaws.services.dynamodbv2.LockItem;
import com.amazonaws.services.dynamodbv2.model.LockCurrentlyUnavailableException;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** AWS's {@code dynamodb-lock-client}. */
final class AwsPeer implements Peer {
    private final AmazonDynamoDBLockClient locks;

    AwsPeer(DynamoDbClient dynamoDb) {
        locks = new AmazonDynamoDBLockClient(
                AmazonDynamoDBLockClientOptions.builder(dynamoDb, PeerKind.AWS_LOCK_CLIENT.table())
                        .withOwnerName(UUID.randomUUID().toString())
                        .withTimeUnit(TimeUnit.MILLISECONDS)
                        .withLeaseDuration(PeerKind.LEASE.toMillis())
                        .withHeartbeatPeriod(PeerKind.HEARTBEAT.toMillis())
                        .withCreateHeartbeatBackgroundThread(true)
                        .build());
    }

    @Override
    public Optional<Lock> attempt(String key) throws InterruptedException {
        try {
            return Optional.of(new AwsLock(locks.acquireLock(AcquireLockOptions.builder(key)
                    .withShouldSkipBlockingWait(true)
                    .build())));
        } catch (LockCurrentlyUnavailableException e) {
            return Optional.empty();
        }
    }

    @Override
    public Lock await(String key) throws InterruptedException {
        return new AwsLock(locks.acquireLock(AcquireLockOptions.builder(key)
                .withTimeUnit(TimeUnit.MILLISECONDS)
                .withAdditionalTimeToWaitForLock(PeerKind.PATIENCE.toMillis())
                .build()));
    }

    @Override
    public void close() throws IOException {
        locks.close();
    }

    private record AwsLock(LockItem item) implements Lock {
        @Override
        public void release() {
            item.close();
        }

        @Override
        public boolean isHeld() {
            return !item.isExpired();
        }
    }
}
