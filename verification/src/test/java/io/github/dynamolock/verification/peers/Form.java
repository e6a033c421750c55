package io.github.dynamolock.verification.peers;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much is measured.
 *
 * @param length about how long it takes on two cores
 * @param warmUp cycles before anything is measured
 * @param rounds rounds of cycles and attempts, in each of which all clients have a turn
 * @param cycles cycles in a round, on one key and on fresh keys each
 * @param attempts attempts in vain in a round
 * @param waits how long waiters of another process wait before a hand-off
 * @param crowds how many threads wait for one key
 * @param crowdWindow for how long their calls are counted
 * @param held how many locks are held at once
 * @param heldWindow for how long their renewals are watched
 */
record Form(
        Duration length,
        int warmUp,
        int rounds,
        int cycles,
        int attempts,
        List<Duration> waits,
        List<Crowd> crowds,
        Duration crowdWindow,
        List<Integer> held,
        Duration heldWindow) {

    /** Threads that wait for one key, through so many lock clients. */
    record Crowd(int threads, int clients) {}

    static Form chosen() {
        return Boolean.getBoolean("full") ? full() : quick();
    }

    private static Form quick() {
        return new Form(
                Duration.ofMinutes(1),
                50,
                2,
                15,
                10,
                waits(3),
                List.of(new Crowd(16, 1)),
                Duration.ofSeconds(2),
                List.of(200),
                Duration.ofSeconds(6));
    }

    private static Form full() {
        return new Form(
                Duration.ofMinutes(10),
                300,
                5,
                40,
                20,
                waits(20),
                List.of(new Crowd(16, 1), new Crowd(16, 16), new Crowd(500, 1)),
                Duration.ofSeconds(6),
                List.of(200, 2_000, 10_000),
                Duration.ofSeconds(25));
    }

    /** From one second to three, spread so that they are in step with nobody's looks: by multiples of the golden ratio. */
    private static List<Duration> waits(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> Duration.ofMillis(1000 + (long) (2000 * (i * 0.618034 % 1))))
                .toList();
    }
}
