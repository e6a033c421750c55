package io.github.dynamolock.verification.peers;

import java.util.List;
import java.util.Locale;

/** Many locks that are held and renewed, seen from the table: one call in a hundred takes 50 ms here, the others 5. */
final class HeldSection {
    private final Stage stage;
    private final Form form;
    private final Results results;

    HeldSection(Stage stage, Form form, Results results) {
        this.stage = stage;
        this.form = form;
        this.results = results;
    }

    /** The name of a row. */
    static String row(int count, String what) {
        return String.format(Locale.ROOT, "%,d held: %s", count, what);
    }

    void run() throws Exception {
        stage.endpoint().ask("uneven");
        for (int count : form.held()) {
            List<Results.Line> lines = List.of(
                    results.line(row(count, "lapsed"), 0),
                    results.line(row(count, "renewed after ms, median"), 0),
                    results.line(row(count, "renewed after ms, p99"), 0),
                    results.line(row(count, "renewed after ms, longest"), 0),
                    results.line(row(count, "renewals/s"), 0),
                    results.line(row(count, "busiest second, renewals"), 0),
                    results.line(row(count, "cores"), 2),
                    results.line(row(count, "more threads"), 0),
                    results.line(row(count, "bytes of heap each"), 0));
            for (PeerKind kind : PeerKind.values()) {
                if (PeerKind.thatRenew().contains(kind)) {
                    stage.attempt(kind, lines, any -> measure(any, count, lines));
                } else {
                    lines.get(0).put(kind, "does not renew");
                }
            }
        }
        stage.endpoint().ask("even");
    }

    private void measure(PeerKind kind, int count, List<Results.Line> lines) throws Exception {
        Program process = stage.waiter(kind);
        String prefix = "held-" + count + "-";
        double threadsBefore = process.numbers("usage")[1];
        stage.endpoint().ask("track", prefix);
        double heap = process.numbers("acquire", prefix, count)[0];
        double[] before = process.numbers("usage");
        stage.endpoint().ask("watch");
        long start = System.nanoTime();
        Stage.pass(form.heldWindow());
        double[] seen = stage.endpoint().numbers("seen");
        double[] after = process.numbers("usage");
        double nanos = System.nanoTime() - start;
        process.ask("free");
        double[] figures = {
            seen[4],
            seen[1],
            seen[2],
            seen[3],
            seen[5],
            seen[6],
            (after[0] - before[0]) / nanos,
            after[1] - threadsBefore,
            heap
        };
        for (int i = 0; i < figures.length; i++) {
            lines.get(i).put(kind, figures[i]);
        }
    }
}
