package io.github.dynamolock.verification.interop;

import java.io.BufferedReader;
import java.io.IOException;
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
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Go program that drives a Go library: {@code src/test/go}. */
final class GoPeer implements Other {

    /**
     * The module file that names the libraries themselves; without it the program is built with stand-ins that send the
     * calls that the libraries send. See {@code src/test/go/README.md}.
     */
    private static final @Nullable String LIBRARIES = System.getProperty("dynamolock.go.modfile");

    private static final Path SOURCES = Path.of("src", "test", "go");
    private static final long BUILD_MINUTES = 5;

    private static @Nullable Path program;

    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

    /** What stands for the other client in the summaries. */
    static String kind() {
        return LIBRARIES == null ? "stand-in for" : "library";
    }

    static boolean goIsInstalled() {
        try {
            return run(List.of("go", "version"), Path.of(".")) == 0;
        } catch (IOException e) {
            System.out.println("interoperability with Go: SKIPPED, Go is not installed");
            return false;
        }
    }

    /** The program, built once. */
    static synchronized Path program() throws IOException {
        if (program == null) {
            Path built = Files.createDirectories(Path.of("target", "go"))
                    .resolve("peer")
                    .toAbsolutePath();
            List<String> command = new ArrayList<>(List.of("go", "build", "-o", built.toString()));
            if (LIBRARIES != null) {
                command.addAll(List.of("-tags=real", "-modfile=" + LIBRARIES));
            }
            command.add(".");
            if (run(command, SOURCES) != 0) {
                throw new AssertionError("the Go program could not be built");
            }
            program = built;
        }
        return program;
    }

    private static int run(List<String> command, Path directory) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " took too long");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    static ProcessBuilder command(String mode, String client, URI endpoint, String table, Duration lease, String owner)
            throws IOException {
        return new ProcessBuilder(
                        program().toString(),
                        mode,
                        "-client=" + client,
                        "-endpoint=" + endpoint,
                        "-table=" + table,
                        "-lease=" + lease.toMillis() + "ms",
                        "-owner=" + owner)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    GoPeer(String client, URI endpoint, String table, Duration lease, String owner) throws IOException {
        process = command("talk", client, endpoint, table, lease, owner).start();
        questions = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    @Override
    public Optional<Grant> acquire(Ask ask) throws IOException {
        List<String> fields = new ArrayList<>(List.of(
                "acquire",
                ask.key(),
                Long.toString(ask.patience().toMillis()),
                ask.mortal() ? "mortal" : "living",
                Optional.ofNullable(ask.data()).orElse("")));
        ask.attributes().forEach((name, value) -> fields.addAll(List.of(name, value)));
        return row(ask(fields), "granted");
    }

    @Override
    public boolean release(String key) throws IOException {
        return ask(List.of("release", key))[0].equals("released");
    }

    @Override
    public Optional<Grant> look(String key) throws IOException {
        return row(ask(List.of("look", key)), "row");
    }

    private static Optional<Grant> row(String[] answer, String when) {
        if (!answer[0].equals(when)) {
            return Optional.empty();
        }
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 2; i + 1 < answer.length; i += 2) {
            attributes.put(answer[i], answer[i + 1]);
        }
        return Optional.of(new Grant(answer[1], attributes));
    }

    private String[] ask(List<String> fields) throws IOException {
        questions.write(String.join("\t", fields) + "\n");
        questions.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the Go program ended");
        }
        String[] parts = answer.split("\t", -1);
        if (parts[0].equals("error")) {
            throw new IOException(parts[1]);
        }
        return parts;
    }

    @Override
    public void close() throws IOException {
        questions.close();
        end(process);
    }

    /** Waits for a program whose input has ended. */
    static void end(Process process) throws IOException {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the Go program did not end");
            }
            if (process.exitValue() != 0) {
                throw new AssertionError("the Go program failed");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Contends in processes of its own, of which one is killed now and then and another takes its place. */
    static void addTo(Fleet fleet, SectionServer server, ProcessBuilderFactory factory, int number) {
        fleet.start(() -> {
            for (int life = 0; !fleet.isOver(); life++) {
                String name = "theirs-" + number + "-" + life;
                ProcessBuilder builder = factory.create(name);
                builder.command()
                        .addAll(List.of(
                                "-sections=" + server.uri(),
                                "-workers=" + Fleet.WORKERS,
                                "-keys=" + Fleet.KEYS,
                                "-crashes=" + Fleet.CRASHES));
                Process process =
                        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
                long killed = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2000 + 700L * ((number + life) % 4));
                boolean ended = false;
                while (!ended && !fleet.isOver() && System.nanoTime() < killed) {
                    ended = process.waitFor(20, TimeUnit.MILLISECONDS);
                }
                if (ended || fleet.isOver()) {
                    process.outputWriter(StandardCharsets.UTF_8).close();
                    end(process);
                } else {
                    process.destroyForcibly().onExit().join();
                    fleet.sections.killed(name, Fleet.LEASE);
                }
            }
            return null;
        });
    }

    /** Makes the command of a process of this name. */
    interface ProcessBuilderFactory {
        ProcessBuilder create(String name) throws IOException;
    }
}
