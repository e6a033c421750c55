package io.github.dynamolock.verification.differential;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random choices, the same for the same seed. */
final class Draw {
    private final Random random;
    private final Knowledge asked;

    Draw(long seed, Knowledge asked) {
        this.asked = asked;
        // Neighbouring seeds give Random neighbouring first choices.
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
    }

    /** What may be drawn. */
    Knowledge asked() {
        return asked;
    }

    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    /** From {@code least} to {@code most}, both included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** One of several ways to make something. */
    @SafeVarargs
    final <T> T by(Supplier<? extends T>... ways) {
        return ways[random.nextInt(ways.length)].get();
    }
}
