package io.github.dynamolock.verification.peers;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Ours. */
final class OurPeer implements Peer {
    private final LockClient locks;

    OurPeer(DynamoDbClient dynamoDb) {
        locks = LockClient.builder(dynamoDb)
                .table(PeerKind.DYNAMOLOCK.table())
                .leaseDuration(PeerKind.LEASE)
                .heartbeatPeriod(PeerKind.HEARTBEAT)
                .build();
    }

    @Override
    public Optional<Lock> attempt(String key) throws InterruptedException {
        return locks.tryAcquire(key).map(OurLock::new);
    }

    @Override
    public Lock await(String key) throws InterruptedException {
        return new OurLock(locks.acquire(
                LockRequest.forKey(key).waitTime(PeerKind.PATIENCE).build()));
    }

    @Override
    public void close() {
        locks.close();
    }

    private record OurLock(LockHandle handle) implements Lock {
        @Override
        public void release() {
            handle.release();
        }

        @Override
        public boolean isHeld() {
            return handle.isHeld();
        }
    }
}
