package io.github.dynamolock.model;

import java.util.Locale;

/**
 * Explores the model and prints what it found. Arguments: variant, clients, ids, renewals, late requests, {@code delays} or {@code at-once} for answers,
 * lease in ticks, most states, and {@code live} to ask for L1 too.
 */
public final class ModelRun {

    private ModelRun() {}

    /** Explores; ends with 1 when an invariant is broken. */
    public static void main(String[] args) {
        Variant variant = Variant.valueOf(args[0]);
        Bounds bounds = Bounds.of(
                variant,
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]),
                args[5].equals("delays"),
                args[6]);
        long start = System.nanoTime();
        Search.Result result = Search.run(variant, bounds, Integer.parseInt(args[7]), args.length > 8);
        System.out.println(line(variant, bounds, result, (System.nanoTime() - start) / 1e9));
        result.trace().forEach(System.out::println);
        System.exit(result.broken() == null ? 0 : 1);
    }

    static String line(Variant variant, Bounds bounds, Search.Result result, double seconds) {
        String end = result.broken() != null
                ? "broken " + result.broken().broken()
                : result.complete() ? "complete, nothing broken" : "NOT complete, nothing broken so far";
        return String.format(
                Locale.ROOT,
                "%s (%s): %s; %s: %,d states, %,d steps, depth %d, %.1f s",
                variant,
                variant.what(),
                bounds,
                end,
                result.states(),
                result.transitions(),
                result.depth(),
                seconds);
    }
}
