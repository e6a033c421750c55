package io.github.dynamolock.local.storage;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a data file: a first line that says what it is, and a line for each entry. */
final class FileContent {
    static final byte[] HEADER = "dynamolock-local data, format 1\n".getBytes(StandardCharsets.US_ASCII);

    private final Path path;
    private final InputStream in;
    private long position;
    private boolean ended;

    private FileContent(Path path, InputStream in) {
        this.path = path;
        this.in = in;
    }

    /** Reads all entries. Answers where the last whole one ends; a torn line may follow, and is warned of. */
    static long read(Path path, Consumer<Entry> entries) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            return new FileContent(path, in).read(entries);
        }
    }

    private long read(Consumer<Entry> entries) throws IOException {
        byte[] header = in.readNBytes(HEADER.length);
        if (!Arrays.equals(header, HEADER)) {
            throw new IllegalStateException("The file " + path
                    + " is no data file of dynamolock-local, or one of another " + "version; name another file");
        }
        position = header.length;
        int number = 1;
        while (true) {
            long start = position;
            number++;
            byte[] line = line();
            if (ended && line.length == 0) {
                return start;
            }
            Entry entry = ended ? null : entry(line, number);
            if (entry == null) {
                if (ended || in.read() < 0) {
                    warnOfTornLine(start);
                    return start;
                }
                throw new IllegalStateException("The data file " + path + " is damaged in line " + number
                        + ", with whole lines after it; restore it or delete it");
            }
            entries.accept(entry);
        }
    }

    private @Nullable Entry entry(byte[] line, int number) {
        try {
            return Entry.ofLine(line);
        } catch (RuntimeException e) {
            // The checksum is right, so this is what was written.
            throw new IllegalStateException(
                    "The data file " + path + " has something unknown in line " + number
                            + "; was it written by a later version?",
                    e);
        }
    }

    /** The next line without its end; with {@link #ended} set when it has none. */
    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next >= 0 && next != '\n') {
            line.write(next);
            next = in.read();
        }
        ended = next < 0;
        position += line.size() + (ended ? 0 : 1);
        return line.toByteArray();
    }

    private void warnOfTornLine(long start) {
        System.getLogger(FileContent.class.getName())
                .log(
                        System.Logger.Level.WARNING,
                        "The data file {0} ends in a torn line, as a process leaves it that dies while it writes: its last {1} "
                                + "bytes are cut off. The write was not answered.",
                        path,
                        position - start);
    }
}
