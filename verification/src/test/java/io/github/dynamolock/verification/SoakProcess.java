package io.github.dynamolock.verification;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
    private final List<Stall> stalls = new ArrayList<>();
    private final List<Vitals> vitals = new ArrayList<>();
    private final List<Vitals> atRest = new ArrayList<>();
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
        vitals.add(Vitals.of(answer("vitals")));
        if (name.startsWith("contenders")) {
            sections = Long.parseLong(answer("sections").substring("sections ".length()));
        }
    }

    /** What it uses when nothing is under way. */
    void lookAtRest() throws IOException, InterruptedException {
        atRest.add(Vitals.of(answer("vitals")));
    }

    private String answer(String question) throws IOException, InterruptedException {
        List<String> told = process.said("");
        process.ask(question);
        String line = next(told);
        while (!line.startsWith(question + " ")) {
            line = next(told);
        }
        told.stream().filter(said -> said.startsWith("lost ")).forEach(losses::add);
        told.stream().filter(said -> said.startsWith("failed ")).forEach(failures::add);
        told.stream().filter(said -> said.startsWith("stalled ")).map(Stall::of).forEach(stalls::add);
        return line;
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

    /**
     * Losses that no pause explains, nor a machine that let this process, or the table's, run for less than two thirds of the
     * lease before.
     */
    List<String> falseLosses(Duration lease, List<Stall> ofTheTable) {
        return losses.stream()
                .filter(loss -> !isExplained(Long.parseLong(loss.split(" ", -1)[1]), lease, ofTheTable))
                .toList();
    }

    private boolean isExplained(long at, Duration lease, List<Stall> ofTheTable) {
        long stalled = Stream.concat(stalls.stream(), ofTheTable.stream())
                .mapToLong(stall -> stall.nanosBefore(at, lease))
                .sum();
        return stalled > lease.toNanos() / 3
                || pauses.stream().anyMatch(pause -> pause.from <= at && at <= pause.to + AFTERMATH.toNanos());
    }

    /** For how long in all it was kept from running, its pauses included. */
    Duration stalled() {
        return Duration.ofNanos(
                stalls.stream().mapToLong(stall -> stall.to() - stall.from()).sum());
    }

    /** What it used from the warm-up on: the first half of a short run, or the first three minutes. */
    List<Vitals> sinceWarm() {
        return vitals.subList(Math.min(2, vitals.size() / 2 - 1), vitals.size());
    }

    List<Vitals> atRest() {
        return atRest;
    }

    Vitals latest() {
        return vitals.get(vitals.size() - 1);
    }
}
