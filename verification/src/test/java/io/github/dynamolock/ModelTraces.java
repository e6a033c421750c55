package io.github.dynamolock;

import io.github.dynamolock.model.Kinds;
import io.github.dynamolock.model.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Random traces of the product's clients beside the model. */
public final class ModelTraces {

    private static final int STEPS = 150;
    private static final String[] LEASES = {"1.95", "2.9"};
    private static final int MOST_LATE = 3;

    private ModelTraces() {}

    /** Goes so many traces; the first difference is an {@link AssertionError}. */
    static void go(int traces, Kinds kinds) {
        for (int seed = 0; seed < traces; seed++) {
            try {
                trace(seed, kinds);
            } catch (AssertionError e) {
                throw new AssertionError("trace " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * Looks for a trace that is none of the model's: the way in for classes of another loader.
     *
     * @return what the product did, or that nothing was found
     */
    public static String difference(int traces) {
        try {
            go(traces, new Kinds());
            return "not found in " + traces + " traces";
        } catch (AssertionError e) {
            return "found: " + e.getMessage();
        }
    }

    private static void trace(int seed, Kinds kinds) {
        Random random = new Random(seed);
        String lease = LEASES[random.nextInt(LEASES.length)];
        TracedTime time = new TracedTime();
        AtomicInteger holds = new AtomicInteger();
        Supplier<String> ids = () -> "h" + holds.incrementAndGet();
        List<ProductClient> clients = new ArrayList<>();
        int count = 2 + random.nextInt(2);
        for (int client = 0; client < count; client++) {
            // Slower ones take over a tick later than the model's, which are the fastest that there may be.
            double rate = 0.99 + random.nextDouble() * 0.06;
            clients.add(new ProductClient(lease, time, rate, ids, random));
        }
        new Walk(lease, random.nextInt(MOST_LATE + 1), clients, time::tick, kinds, random).go(STEPS);
    }
}
