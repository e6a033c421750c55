package io.github.dynamolock.verification.peers;

import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.dynamodb2.DynamoDBLockProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** ShedLock's DynamoDB provider. It neither waits nor renews. */
final class ShedLockPeer implements Peer {
    private final LockProvider locks;

    ShedLockPeer(DynamoDbClient dynamoDb) {
        locks = new DynamoDBLockProvider(dynamoDb, PeerKind.SHEDLOCK.table());
    }

    @Override
    public Optional<Lock> attempt(String key) {
        return locks.lock(new LockConfiguration(ClockProvider.now(), key, PeerKind.LEASE, Duration.ZERO))
                .map(ShedLock::new);
    }

    @Override
    public Lock await(String key) {
        throw new UnsupportedOperationException("ShedLock does not wait");
    }

    @Override
    public void close() {
        // It has nothing of its own.
    }

    private record ShedLock(SimpleLock lock) implements Lock {
        @Override
        public void release() {
            lock.unlock();
        }

        @Override
        public boolean isHeld() {
            throw new UnsupportedOperationException("ShedLock does not tell");
        }
    }
}
