package io.github.dynamolock.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Appends a process's history to a file of its own, a line at a time, so that a process that is killed leaves what it had
 * written. Thread-safe.
 */
public final class Recorder implements AutoCloseable {

    private static final String ENDING = ".history";

    private final String process;
    private final Writer file;

    /** A recorder for this process, in this directory. */
    public Recorder(Path directory, String process) {
        this.process = process;
        try {
            file = Files.newBufferedWriter(
                    directory.resolve(process + ENDING),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Now. */
    public static long now() {
        return System.nanoTime();
    }

    /** An operation that has been answered just now. */
    public void answered(Entry.Operation operation, String key, long token, long invoked, Entry.Outcome outcome) {
        long now = now();
        add(operation, key, token, invoked, outcome == Entry.Outcome.INFO ? Entry.NEVER : now, outcome);
    }

    private synchronized void add(
            Entry.Operation operation, String key, long token, long invoked, long answered, Entry.Outcome outcome) {
        String thread = Thread.currentThread().getName().replace(' ', '_');
        try {
            file.write(new Entry(process, thread, operation, key, token, invoked, answered, outcome).line() + "\n");
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The histories of all processes that wrote into this directory. A last line that was cut off by a kill is left out. */
    public static List<Entry> merged(Path directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> f.toString().endsWith(ENDING)).toList()) {
                String text = Files.readString(file);
                text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> entries.add(Entry.parse(line)));
            }
        }
        return entries;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
