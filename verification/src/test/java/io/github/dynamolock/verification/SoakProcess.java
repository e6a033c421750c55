package io.github.dynamolock.verification;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process of the soak: what it uses, what it lost, and when it was stopped. */
final class SoakProcess {

    private record Pause(long from, long to) {}

    /** Within this a process that goes on has told of all that it lost meanwhile. */
    private static final Duration AFTERMATH = Duration.ofSeconds(3);

    private final String name;
    private final HolderProcess process;
    private final List<Pause> pauses = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final List<Vitals> vitals = new ArrayList<>();
    private long sections;

    SoakProcess(String name, HolderProcess process) {
        this.name = name;
        this.process = process;
    }

    static SoakProcess contenders(Stage stage, String name, Duration lease, int threads, int keys, Path files)
            throws IOException {
        return new SoakProcess(
                name,
                stage.start(
                        Map.of(),
                        Contenders.class,
                        stage.endpoint.uri().toString(),
                        Stage.TABLE,
                        Long.toString(lease.toMillis()),
                        Integer.toString(threads),
                        Integer.toString(keys),
                        files.resolve(name).toString()));
    }

    String name() {
        return name;
    }

    HolderProcess process() {
        return process;
    }

    void pause(Duration time) throws IOException, InterruptedException {
        long from = System.nanoTime();
        process.stop();
        Stage.awaitPassed(System.nanoTime(), time);
        process.signal("CONT");
        pauses.add(new Pause(from, System.nanoTime()));
    }

    /** Asks for all there is to know; what it told by itself is kept too. */
    void look() throws IOException, InterruptedException {
        List<String> told = process.said("");
        process.ask("vitals");
        String line = next(told);
        while (!line.startsWith("vitals ")) {
            line = next(told);
        }
        vitals.add(Vitals.of(line));
        if (name.startsWith("contenders")) {
            process.ask("sections");
            line = next(told);
            while (!line.startsWith("sections ")) {
                line = next(told);
            }
            sections = Long.parseLong(line.substring("sections ".length()));
        }
        told.stream().filter(said -> said.startsWith("lost ")).forEach(losses::add);
        told.stream().filter(said -> said.startsWith("failed ")).forEach(failures::add);
    }

    private String next(List<String> told) throws InterruptedException {
        String line = process.expect("");
        told.add(line);
        return line;
    }

    long sections() {
        return sections;
    }

    List<String> losses() {
        return losses;
    }

    List<String> failures() {
        return failures;
    }

    /** Losses that no pause explains. */
    List<String> falseLosses() {
        return losses.stream().filter(loss -> !isExplained(loss)).toList();
    }

    private boolean isExplained(String loss) {
        long at = Long.parseLong(loss.split(" ", -1)[1]);
        return pauses.stream().anyMatch(pause -> pause.from <= at && at <= pause.to + AFTERMATH.toNanos());
    }

    /** At the end of the warm-up: the first half of a short run, or the first three minutes. */
    Vitals warm() {
        return vitals.get(Math.min(2, vitals.size() / 2 - 1));
    }

    Vitals latest() {
        return vitals.get(vitals.size() - 1);
    }
}
