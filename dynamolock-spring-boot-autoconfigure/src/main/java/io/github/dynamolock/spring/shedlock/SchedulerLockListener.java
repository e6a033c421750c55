package io.github.dynamolock.spring.shedlock;

import java.time.Duration;
import java.util.Objects;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockingTaskExecutorListener;

/**
 * Binds the locks of a {@link DynamoLockProvider} to the tasks that run under them: see {@link SchedulerLockContext}. ShedLock
 * takes one listener; one of your own calls this one's methods with its own. Thread-safe.
 */
public final class SchedulerLockListener implements LockingTaskExecutorListener {

    private final JobLocks locks;

    /** A listener for tasks under locks of this provider. */
    public SchedulerLockListener(DynamoLockProvider provider) {
        this.locks = Objects.requireNonNull(provider, "provider").locks();
    }

    @Override
    public void onTaskStarted(LockConfiguration configuration) {
        SchedulerLockContext.enter(locks.of(configuration), configuration.getName());
    }

    @Override
    public void onTaskFinished(LockConfiguration configuration, Duration executionTime) {
        SchedulerLockContext.leave();
    }
}
