package io.github.dynamolock;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;

/** Finds the threads of lock clients that have come since it was made. */
final class ClientThreadCheck {

    private final Set<Thread> before = new HashSet<>(all());

    private static List<Thread> all() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("dynamolock"))
                .toList();
    }

    List<Thread> started() {
        return all().stream()
                .filter(thread -> thread.isAlive() && !before.contains(thread))
                .toList();
    }

    /** A thread that has done its last work takes a moment to end. */
    void awaitNone() {
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> started().isEmpty());
    }
}
