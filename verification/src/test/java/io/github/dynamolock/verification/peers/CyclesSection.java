package io.github.dynamolock.verification.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What nobody else wants, acquired and released; and attempts at what another process holds. */
final class CyclesSection {
    private static final String HELD = "held-by-the-other-process";

    private final Stage stage;
    private final Form form;
    private final Results results;

    CyclesSection(Stage stage, Form form, Results results) {
        this.stage = stage;
        this.form = form;
        this.results = results;
    }

    /** Runs the code that is measured later, all clients at once, so that it is compiled. */
    void warmUp() throws Exception {
        Stage.together(
                List.of(PeerKind.values()),
                kind -> stage.attempt(kind, List.of(), any -> {
                    stage.holder(any).ask("cycles", "same", form.warmUp());
                    stage.waiter(any).ask("cycles", "fresh", form.warmUp());
                }));
    }

    void run() throws Exception {
        cycles("same", "cycle of one key");
        cycles("fresh", "cycle of a fresh key");
        attempts();
    }

    private void cycles(String keys, String what) throws Exception {
        Results.Line calls = results.line(what + ": calls", 1);
        Results.Line median = results.line(what + ": ms, median", 1);
        Results.Line worst = results.line(what + ": ms, p99", 1);
        List<Results.Line> lines = List.of(calls, median, worst);
        Map<PeerKind, List<Double>> millis = new EnumMap<>(PeerKind.class);
        for (PeerKind kind : PeerKind.values()) {
            boolean measured = stage.attempt(kind, lines, any -> {
                Stage.Calls before = stage.calls(any);
                stage.holder(any).ask("cycles", keys, form.cycles());
                calls.put(any, stage.calls(any).since(before).total() / form.cycles());
            });
            if (measured) {
                millis.put(kind, new ArrayList<>());
            }
        }
        for (int round = 0; round < form.rounds(); round++) {
            for (PeerKind kind : List.copyOf(millis.keySet())) {
                List<Double> times = Objects.requireNonNull(millis.get(kind));
                boolean measured = stage.attempt(
                        kind, lines, any -> addMillis(times, stage.holder(any).numbers("cycles", keys, form.cycles())));
                if (!measured) {
                    millis.remove(kind);
                }
            }
        }
        millis.forEach((kind, times) -> {
            median.put(kind, Sample.of(times).median());
            worst.put(kind, Sample.of(times).p99());
        });
    }

    private void attempts() throws Exception {
        Results.Line calls = results.line("attempt at a held lock: calls", 1);
        Results.Line median = results.line("attempt at a held lock: ms, median", 1);
        List<Results.Line> lines = List.of(calls, median);
        for (PeerKind kind : PeerKind.values()) {
            stage.attempt(kind, lines, any -> {
                List<Double> millis = new ArrayList<>();
                for (int round = 0; round < form.rounds(); round++) {
                    stage.holder(any).ask("hold", HELD);
                    Stage.Calls before = stage.calls(any);
                    addMillis(millis, stage.waiter(any).numbers("attempts", HELD, form.attempts()));
                    calls.put(any, stage.calls(any).since(before).total() / form.attempts());
                    stage.holder(any).ask("release", HELD);
                }
                median.put(any, Sample.of(millis).median());
            });
        }
    }

    private static void addMillis(List<Double> millis, double[] micros) {
        Arrays.stream(micros).forEach(each -> millis.add(each / 1000));
    }
}
