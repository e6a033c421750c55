package io.github.dynamolock.spring;

import io.micrometer.context.ContextSnapshotFactory;

/**
 * What is bound to the caller's thread, and goes with the body to another: trace, logging context, security, whatever
 * Micrometer's context propagation knows of. Nothing where that is not on the class path.
 */
interface CallerContext {

    /** Runs the task with it on this thread. */
    void run(Runnable task);

    /** The context of this thread. */
    static CallerContext capture() {
        return OptionalLibrary.CONTEXT_PROPAGATION.isPresent() ? Propagated.capture() : Runnable::run;
    }

    /** The library's part. */
    final class Propagated {

        private static final ContextSnapshotFactory FACTORY =
                ContextSnapshotFactory.builder().build();

        private Propagated() {}

        static CallerContext capture() {
            io.micrometer.context.ContextSnapshot snapshot = FACTORY.captureAll();
            return task -> snapshot.wrap(task).run();
        }
    }
}
