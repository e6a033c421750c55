package io.github.dynamolock.model;

import java.util.ArrayList;
import java.util.List;

/** Packed states in the order in which they were met, with the index of the one that each came from. */
final class Level {

    private static final int CHUNK = 1 << 14;

    private final List<long[]> chunks = new ArrayList<>();
    private final List<int[]> origins = new ArrayList<>();
    private int size;

    int size() {
        return size;
    }

    void add(long[] words, int origin) {
        if (size % CHUNK == 0) {
            chunks.add(new long[CHUNK * State.WORDS]);
            origins.add(new int[CHUNK]);
        }
        System.arraycopy(words, 0, chunks.get(size / CHUNK), size % CHUNK * State.WORDS, State.WORDS);
        origins.get(size / CHUNK)[size % CHUNK] = origin;
        size++;
    }

    State get(int index) {
        return State.unpack(chunks.get(index / CHUNK), index % CHUNK * State.WORDS);
    }

    int origin(int index) {
        return origins.get(index / CHUNK)[index % CHUNK];
    }
}
