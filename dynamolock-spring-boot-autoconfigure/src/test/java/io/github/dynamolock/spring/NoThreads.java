package io.github.dynamolock.spring;

/** A machine that has no threads left: one that is started fails as the JVM's do then. */
public final class NoThreads {

    private NoThreads() {}

    public static Thread newThread(Runnable task) {
        return new Thread(task) {
            @Override
            public synchronized void start() {
                throw new OutOfMemoryError("unable to create native thread: expected by the test");
            }
        };
    }
}
