package io.github.dynamolock.verification.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A few requests, one after the other, on tables that are empty before.
 *
 * @param seed what it was drawn from
 * @param calls the requests
 */
record Sequence(long seed, List<Call> calls) {
    private static final double BROKEN = 0.3;

    /** The sequence of a seed, on the tables of a lane. */
    static Sequence of(long seed, List<Schema> schemas, Knowledge asked) {
        Draw draw = new Draw(seed, asked);
        List<Schema> some = new ArrayList<>(schemas);
        Collections.shuffle(some, new Random(draw.between(0, 1_000_000)));
        CallDraw calls = new CallDraw(draw, List.copyOf(some.subList(0, 2)));
        Breakage breakage = new Breakage(draw);
        List<Call> drawn = new ArrayList<>();
        drawn.add(draw.chance(0.6) ? calls.batchWrite() : calls.put());
        int size = draw.between(1, 5);
        for (int i = 0; i < size; i++) {
            Call call = calls.any();
            drawn.add(draw.chance(BROKEN) ? breakage.of(call) : call);
        }
        return new Sequence(seed, List.copyOf(drawn));
    }

    boolean mentions(Schema schema) {
        return calls.stream().anyMatch(call -> call.body().toString().contains('"' + schema.name() + '"'));
    }

    @Override
    public String toString() {
        return "seed " + seed + "\n" + calls.stream().map(call -> "    " + call).collect(Collectors.joining("\n"));
    }
}
