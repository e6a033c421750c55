package io.github.dynamolock.test.examples;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import java.util.Optional;

/** Code that locks without Spring. */
final class Importer {

    private final LockClient locks;

    Importer(LockClient locks) {
        this.locks = locks;
    }

    /** Whether this call imported; not when another imports already. */
    boolean runOnce(Runnable work) throws InterruptedException {
        Optional<LockHandle> lock = locks.tryAcquire("import");
        try {
            lock.ifPresent(held -> work.run());
            return lock.isPresent();
        } finally {
            lock.ifPresent(LockHandle::close);
        }
    }
}
