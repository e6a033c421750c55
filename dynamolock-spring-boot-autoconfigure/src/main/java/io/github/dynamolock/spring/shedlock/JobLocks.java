package io.github.dynamolock.spring.shedlock;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import net.javacrumbs.shedlock.core.LockConfiguration;
import org.jspecify.annotations.Nullable;

/** The locks of the jobs that run now, by the configuration object with which each was asked for. Thread-safe. */
final class JobLocks {

    private final Map<LockConfiguration, LockHandle> held = Collections.synchronizedMap(new IdentityHashMap<>());

    /** A lock that is lost at its longest hold is freed at once: another instance may run the job from then on. */
    void add(LockConfiguration configuration, LockHandle handle) {
        held.put(configuration, handle);
        CompletionStage<?> unused = handle.lost().thenAccept(loss -> {
            remove(configuration, handle);
            if (loss.reason() == LockLoss.Reason.MAX_HOLD) {
                CompletionStage<?> unusedToo = handle.releaseAsync();
            }
        });
    }

    void remove(LockConfiguration configuration, LockHandle handle) {
        held.remove(configuration, handle);
    }

    @Nullable
    LockHandle of(LockConfiguration configuration) {
        return held.get(configuration);
    }
}
