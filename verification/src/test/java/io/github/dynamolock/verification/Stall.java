package io.github.dynamolock.verification;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A time in which a process was kept from running, by {@link System#nanoTime()}. */
record Stall(long from, long to) {

    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();
    private static final long NOTED_NANOS = Duration.ofMillis(100).toNanos();

    /** Tells of each stall of this process from now on. */
    static void watch(Consumer<Stall> told) {
        Thread thread = new Thread(() -> watchForEver(told), "stalls");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watchForEver(Consumer<Stall> told) {
        while (true) {
            long before = System.nanoTime();
            LockSupport.parkNanos(LOOK_NANOS);
            long now = System.nanoTime();
            if (now - before > NOTED_NANOS) {
                told.accept(new Stall(before, now));
            }
        }
    }

    static Stall of(String line) {
        String[] words = line.split(" ", -1);
        return new Stall(Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    String line() {
        return "stalled " + from + " " + to;
    }

    /** How much of it lies within this time before a moment. */
    long nanosBefore(long moment, Duration time) {
        return Math.max(0, Math.min(to, moment) - Math.max(from, moment - time.toNanos()));
    }
}
