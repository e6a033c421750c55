package io.github.dynamolock.spring.integration;

import io.github.dynamolock.table.Escapes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which thread holds which locks of a registry. A thread reads and writes only what is its own. */
final class ThreadHolds {

    private record Owner(Thread thread, String key) {}

    private final Map<Owner, ThreadHold> holds = new ConcurrentHashMap<>();

    /** This thread's hold on the lock of this key, or null. */
    @Nullable
    ThreadHold ofThread(String key) {
        return holds.get(owner(key));
    }

    void put(String key, ThreadHold hold) {
        holds.put(owner(key), hold);
    }

    void remove(String key) {
        holds.remove(owner(key));
    }

    /** Forgets what was lost by threads that have ended without unlocking. */
    void forgetEnded() {
        holds.entrySet()
                .removeIf(hold -> !hold.getKey().thread().isAlive()
                        && !hold.getValue().handle().isHeld());
    }

    private static Owner owner(String key) {
        return new Owner(Thread.currentThread(), key);
    }

    static IllegalMonitorStateException notHeld(String key) {
        return new IllegalMonitorStateException("The thread '"
                + Escapes.escape(Thread.currentThread().getName()) + "' does not own the lock '" + Escapes.escape(key)
                + "': it did not take it, or has unlocked it since.");
    }
}
