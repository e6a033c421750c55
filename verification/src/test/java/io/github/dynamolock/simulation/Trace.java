package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Everything that happened in a schedule, as one number; and to read, when asked for. */
final class Trace {

    /** Begins the words of what broke. */
    static final String VIOLATED = "!!! ";

    private final boolean readable;
    private final List<String> lines = new ArrayList<>();
    private long hash = 1125899906842597L;

    Trace(boolean readable) {
        this.readable = readable;
    }

    /** Notes something by what tells it from all else, and by words. */
    void note(long now, int process, long what, Supplier<String> words) {
        mix(now);
        mix(process);
        mix(what);
        if (readable) {
            lines.add(String.format("%10.4f  %-4s %s", now / 1e9, process < 0 ? "" : "p" + process, words.get()));
        }
    }

    private void mix(long value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
    }

    long hash() {
        return hash;
    }

    List<String> lines() {
        return lines;
    }
}
