package io.github.dynamolock.spring.shedlock;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.ReleaseResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lock of one run of a job, until it is unlocked or extended. */
final class JobLock extends AbstractSimpleLock {

    private static final Logger LOGGER = LoggerFactory.getLogger(DynamoLockProvider.class);

    private final LockConfiguration granted;
    private final LockHandle handle;
    private final JobLocks locks;

    /** The lock as it was granted under this configuration. */
    JobLock(LockConfiguration granted, LockHandle handle, JobLocks locks) {
        this(granted, granted, handle, locks);
    }

    private JobLock(LockConfiguration granted, LockConfiguration current, LockHandle handle, JobLocks locks) {
        super(current);
        this.granted = granted;
        this.handle = handle;
        this.locks = locks;
    }

    @Override
    protected void doUnlock() {
        locks.remove(granted, handle);
        try {
            if (handle.release() == ReleaseResult.LOST) {
                LOGGER.warn(
                        "The lock '{}' of a job was lost before the job had ended ({}): another instance may have run it"
                                + " meanwhile. Its lockAtMostFor was {}",
                        lockConfiguration.getName(),
                        reason(),
                        lockConfiguration.getLockAtMostFor());
            }
        } catch (LockException failure) {
            LOGGER.warn(
                    "The lock '{}' of a job could not be released; it lapses with its lease",
                    lockConfiguration.getName(),
                    failure);
        }
    }

    /** As it has been told by now. */
    private String reason() {
        AtomicReference<String> told = new AtomicReference<>("found at its release");
        CompletionStage<?> unused =
                handle.lost().thenAccept(loss -> told.set(loss.reason().name()));
        return String.valueOf(told.get());
    }

    @Override
    protected Optional<SimpleLock> doExtend(LockConfiguration longer) {
        Duration atLeast = longer.getLockAtLeastFor();
        try {
            handle.limitHold(DynamoLockProvider.isSet(atLeast) ? atLeast : null, longer.getLockAtMostFor());
        } catch (LockException lost) {
            LOGGER.debug("The lock '{}' of a job can't be extended", lockConfiguration.getName(), lost);
            return Optional.empty();
        }
        return Optional.of(new JobLock(granted, longer, handle, locks));
    }
}
