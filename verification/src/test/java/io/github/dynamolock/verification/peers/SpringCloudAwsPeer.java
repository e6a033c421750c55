package io.github.dynamolock.verification.peers;

import io.awspring.cloud.dynamodb.DynamoDbLockRegistry;
import io.awspring.cloud.dynamodb.DynamoDbLockRepository;
import java.time.Duration;
import java.util.Optional;
import org.springframework.integration.support.locks.DistributedLock;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** Spring Cloud AWS's lock registry. Its locks belong to the thread, and it renews none by itself. */
final class SpringCloudAwsPeer implements Peer {
    private final DynamoDbLockRepository repository;
    private final DynamoDbLockRegistry locks;

    SpringCloudAwsPeer(DynamoDbAsyncClient dynamoDb) {
        repository = new DynamoDbLockRepository(dynamoDb, PeerKind.SPRING_CLOUD_AWS.table());
        repository.afterPropertiesSet();
        locks = new DynamoDbLockRegistry(repository);
        locks.setTimeToLive(PeerKind.LEASE);
    }

    @Override
    public Optional<Lock> attempt(String key) throws InterruptedException {
        return take(key, Duration.ZERO);
    }

    @Override
    public Lock await(String key) throws InterruptedException {
        return take(key, PeerKind.PATIENCE).orElseThrow(() -> new IllegalStateException("not granted: " + key));
    }

    private Optional<Lock> take(String key, Duration patience) throws InterruptedException {
        DistributedLock lock = locks.obtain(key);
        return lock.tryLock(patience, PeerKind.LEASE) ? Optional.of(new RegistryLock(lock)) : Optional.empty();
    }

    @Override
    public void close() {
        repository.close();
    }

    private record RegistryLock(DistributedLock lock) implements Lock {
        @Override
        public void release() {
            lock.unlock();
        }

        @Override
        public boolean isHeld() {
            throw new UnsupportedOperationException("The registry does not tell without a call");
        }
    }
}
