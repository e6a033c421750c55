package io.github.dynamolock.spring;

import reactor.core.scheduler.Schedulers;

/** Knows Reactor's threads that must never block. */
final class EventLoops {

    private EventLoops() {}

    static void refuse(LockedCall call) {
        if (Schedulers.isInNonBlockingThread()) {
            throw new IllegalStateException("@DistributedLock on "
                    + call.operation().method() + ": the method was called on thread '"
                    + Thread.currentThread().getName()
                    + "', an event loop that waiting for a lock would block. Return a Mono, Flux or CompletableFuture, or call"
                    + " it on Schedulers.boundedElastic(). The method did not run.");
        }
    }
}
