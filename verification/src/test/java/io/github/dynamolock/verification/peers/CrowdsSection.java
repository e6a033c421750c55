package io.github.dynamolock.verification.peers;

import java.time.Duration;
import java.util.List;

/** Many threads that wait for one key, and release at once when granted. */
final class CrowdsSection {
    /** First looks come thick and fast; what a wait costs is counted after them. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private final Stage stage;
    private final Form form;
    private final Results results;

    CrowdsSection(Stage stage, Form form, Results results) {
        this.stage = stage;
        this.form = form;
        this.results = results;
    }

    /** The name of the row that tells what a crowd costs while it waits. */
    static String rate(Form.Crowd crowd) {
        return what(crowd) + "calls/s while waiting";
    }

    /** The name of the row that tells how many reads of these there are. */
    static String reads(Form.Crowd crowd) {
        return what(crowd) + "of these reads/s";
    }

    private static String what(Form.Crowd crowd) {
        return crowd.clients() == 1
                ? crowd.threads() + " waiters in one client: "
                : crowd.threads() + " waiters in " + crowd.clients() + " clients: ";
    }

    void run() throws Exception {
        for (Form.Crowd crowd : form.crowds()) {
            Results.Line rate = results.line(rate(crowd), 1);
            Results.Line reads = results.line(reads(crowd), 1);
            Results.Line drain = results.line(what(crowd) + "s until all were served", 2);
            Results.Line calls = results.line(what(crowd) + "calls for each served", 1);
            List<Results.Line> lines = List.of(rate, reads, drain, calls);
            for (PeerKind kind : PeerKind.thatWait()) {
                stage.attempt(kind, lines, any -> measure(any, crowd, lines));
            }
        }
    }

    private void measure(PeerKind kind, Form.Crowd crowd, List<Results.Line> lines) throws Exception {
        String key = "crowd-" + crowd.threads() + "-" + crowd.clients();
        stage.holder(kind).ask("hold", key);
        stage.waiter(kind).ask("wait", key, crowd.threads(), crowd.clients());
        Stage.pass(SETTLE);
        Stage.Calls before = stage.calls(kind);
        long start = System.nanoTime();
        Stage.pass(form.crowdWindow());
        Stage.Calls waiting = stage.calls(kind).since(before).each((System.nanoTime() - start) / 1e9);
        lines.get(0).put(kind, waiting.total());
        lines.get(1).put(kind, waiting.reads());
        Stage.Calls atRelease = stage.calls(kind);
        double released = stage.holder(kind).numbers("release", key)[0];
        double end = stage.waiter(kind).numbers("drained")[1];
        lines.get(2).put(kind, (end - released) / 1e6);
        lines.get(3).put(kind, stage.calls(kind).since(atRelease).total() / crowd.threads());
    }
}
