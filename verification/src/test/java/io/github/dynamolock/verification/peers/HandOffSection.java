package io.github.dynamolock.verification.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A holder in one process releases, and a waiter in another is granted. All clients at once: they are idle for the most part. */
final class HandOffSection {
    private final Stage stage;
    private final Form form;
    private final Results results;

    HandOffSection(Stage stage, Form form, Results results) {
        this.stage = stage;
        this.form = form;
        this.results = results;
    }

    void run() throws Exception {
        Map<PeerKind, List<Double>> millis = new EnumMap<>(PeerKind.class);
        Map<PeerKind, List<Double>> callsPerSecond = new EnumMap<>(PeerKind.class);
        for (PeerKind kind : PeerKind.thatWait()) {
            millis.put(kind, new ArrayList<>());
            callsPerSecond.put(kind, new ArrayList<>());
        }
        String what = "hand-off to another process after waits of 1 to 3 s: ";
        Results.Line median = results.line(what + "ms, median", 0);
        Results.Line worst = results.line(what + "ms, worst", 0);
        Results.Line rate = results.line(what + "calls/s while waiting", 1);
        List<Results.Line> lines = List.of(median, worst, rate);
        Set<PeerKind> failed = ConcurrentHashMap.newKeySet();
        for (Duration wait : form.waits()) {
            Stage.together(PeerKind.thatWait(), kind -> {
                if (failed.contains(kind)) {
                    return;
                }
                boolean measured = stage.attempt(kind, lines, any -> {
                    String key = "handed-on-after-" + wait.toMillis();
                    stage.holder(any).ask("hold", key);
                    Stage.Calls before = stage.calls(any);
                    long start = System.nanoTime();
                    stage.waiter(any).ask("wait", key, 1, 1);
                    Stage.pass(wait);
                    double seconds = (System.nanoTime() - start) / 1e9;
                    double calls = stage.calls(any).since(before).total();
                    double released = stage.holder(any).numbers("release", key)[0];
                    double granted = stage.waiter(any).numbers("drained")[0];
                    of(millis, any).add((granted - released) / 1000);
                    of(callsPerSecond, any).add(calls / seconds);
                });
                if (!measured) {
                    failed.add(kind);
                }
            });
        }
        for (PeerKind kind : PeerKind.values()) {
            if (!PeerKind.thatWait().contains(kind)) {
                median.put(kind, "does not wait");
            } else if (!failed.contains(kind)) {
                median.put(kind, Sample.of(of(millis, kind)).median());
                worst.put(kind, Sample.of(of(millis, kind)).max());
                rate.put(kind, Sample.of(of(callsPerSecond, kind)).mean());
            }
        }
    }

    private static List<Double> of(Map<PeerKind, List<Double>> values, PeerKind kind) {
        return Objects.requireNonNull(values.get(kind));
    }
}
