package io.github.dynamolock.local;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls that later ones overtake. Thread-safe. */
final class Overtaking {
    private final List<Overtaken> waiting = new CopyOnWriteArrayList<>();

    private record Overtaken(AtomicInteger left, CompletableFuture<Void> over) {}

    /** Completes once a number of calls have been applied from now on, in the thread of the last of them. */
    void await(int calls, CompletableFuture<Void> over) {
        waiting.add(new Overtaken(new AtomicInteger(calls), over));
    }

    /** A call was applied. */
    void applied() {
        if (waiting.isEmpty()) {
            return;
        }
        List<Overtaken> overtaken = waiting.stream()
                .filter(each -> each.over().isDone() || each.left().decrementAndGet() == 0)
                .toList();
        waiting.removeAll(overtaken);
        overtaken.forEach(each -> each.over().complete(null));
    }
}
