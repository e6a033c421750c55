package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a process that wait in a blocking call of the client's until they are answered or interrupted. The work is
 * another thread's meanwhile. Whoever waits behind another of his own process is interrupted at once.
 */
final class Callers {

    private final World world;
    private final Instance process;
    private final List<Sleeper> waiting = new ArrayList<>();
    private final Map<String, Sleeper> byName = new HashMap<>();

    Callers(World world, Instance process) {
        this.world = world;
        this.process = process;
    }

    /** A call that blocks. */
    interface Call<T> {
        T run() throws InterruptedException;
    }

    /**
     * Makes a blocking call, and interrupts it when it has not ended by then.
     *
     * @param nanos how long it may take
     * @param name under which a lock is asked for, if one is: then it is not waited for longer than until that is decided
     */
    <T> T call(long nanos, @Nullable String name, Call<T> blocks) throws InterruptedException {
        Runner me = world.beginBlocking();
        me.waits = () -> await(nanos, name);
        try {
            return blocks.run();
        } finally {
            me.waits = null;
            me.blocking = false;
            // Who has his answer does not notice that he was interrupted too.
            boolean unused = Thread.interrupted();
        }
    }

    private void await(long nanos, @Nullable String name) {
        Sleeper[] me = new Sleeper[1];
        process.sleep(nanos, sleeper -> {
            me[0] = sleeper;
            waiting.add(sleeper);
            if (name != null) {
                byName.put(name, sleeper);
            }
        });
        waiting.removeIf(each -> each == me[0]);
        if (name != null) {
            byName.remove(name);
        }
        process.awaitEndOfPause();
    }

    /** What was asked for under this name is decided. */
    void answered(@Nullable String name) {
        Sleeper sleeper = name == null ? null : byName.get(name);
        if (sleeper != null) {
            world.wake(sleeper);
        }
    }

    /** All at once; false when there is none. */
    boolean interrupt() {
        waiting.forEach(world::wake);
        return !waiting.isEmpty();
    }
}
