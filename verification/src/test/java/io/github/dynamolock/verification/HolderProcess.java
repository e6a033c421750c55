package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Runs a {@link Holder}, or another such program, in a JVM of its own, and can stop, continue and kill it. */
final class HolderProcess implements AutoCloseable {

    private static final long ANSWER_SECONDS = 120;

    /** None outlives the tests, also when they are ended in the middle of one. */
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    }

    private final Process process;
    private final Writer questions;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    HolderProcess(URI endpoint, String table, String key, Duration lease) throws IOException {
        this(Holder.class, endpoint.toString(), table, key, Long.toString(lease.toMillis()));
    }

    /** Another program that speaks in lines. */
    HolderProcess(Class<?> program, String... arguments) throws IOException {
        this(Map.of(), program, arguments);
    }

    /** Another program that speaks in lines, with further environment variables. */
    HolderProcess(Map<String, String> environment, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Many start at once on few cores.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        RUNNING.add(process);
        questions = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "holder-output");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add("closed");
        }
    }

    /** The next line that begins so; other lines before it, log lines for instance, are passed over. */
    String expect(String start) throws InterruptedException {
        return expect(start, Duration.ofSeconds(ANSWER_SECONDS));
    }

    /** The same, of what may take long. */
    String expect(String start, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new AssertionError("the process did not say '" + start + "' within " + limit.toSeconds() + " s");
            }
            if (line.startsWith(start)) {
                return line;
            }
        }
    }

    /** As many next lines that begin so. */
    List<String> expect(String start, int number) throws InterruptedException {
        List<String> said = new ArrayList<>();
        while (said.size() < number) {
            said.add(expect(start));
        }
        return said;
    }

    /** The lines said by now that begin so, and that nobody has asked for yet; the others are passed over. */
    List<String> said(String start) {
        List<String> said = new ArrayList<>();
        lines.drainTo(said);
        said.removeIf(line -> !line.startsWith(start));
        return said;
    }

    void ask(String question) throws IOException {
        questions.write(question + "\n");
        questions.flush();
    }

    /** Tells the process that nothing more will be asked. */
    void endInput() throws IOException {
        questions.close();
    }

    /** Ends the process as {@code kill -9} does: it can't do anything any more. */
    void kill() {
        process.destroyForcibly().onExit().join();
        RUNNING.remove(process);
    }

    /** Waits for the process to end by itself, and answers its exit status. */
    int exit() throws InterruptedException {
        if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the process did not end within " + ANSWER_SECONDS + " s");
        }
        return process.exitValue();
    }

    /**
     * Stops the process as {@code kill -STOP} does, and returns when all its threads stand still. The signal is repeated: of
     * thousands of processes one had a thread that went on after the first.
     */
    void stop() {
        Awaitility.await().atMost(Duration.ofSeconds(ANSWER_SECONDS)).untilAsserted(() -> {
            signal("STOP");
            assertThat(threadStates()).containsOnly('T');
        });
    }

    private List<Character> threadStates() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return threads.map(HolderProcess::state).flatMap(Optional::stream).toList();
        }
    }

    /** The first letter after the name, which is in parentheses (proc(5)); none of a thread that has ended meanwhile. */
    private static Optional<Character> state(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            return Optional.of(stat.charAt(stat.lastIndexOf(')') + 2));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new AssertionError("kill -" + name + " ended with " + exit);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
