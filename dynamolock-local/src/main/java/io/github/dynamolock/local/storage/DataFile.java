package io.github.dynamolock.local.storage;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;

/**
 * Internal: an append-only file of {@link Entry entries}.
 *
 * <p>A process that dies leaves the file whole up to the last entry it appended, and at most one torn line after it,
 * which the next to open the file cuts off. The machine itself may lose the latest entries when it dies, because nobody
 * waits for the disk.
 *
 * <p>Thread-safe.
 */
public final class DataFile implements AutoCloseable {
    private final Path path;
    private final FileGuard guard;
    private FileChannel channel; // guarded by this, as is the size
    private long size;

    private DataFile(Path path, FileGuard guard, FileChannel channel) throws IOException {
        this.path = path;
        this.guard = guard;
        this.channel = channel;
        this.size = channel.size();
    }

    /**
     * Opens a file, which is made when it is not there, and reads what is in it.
     *
     * @throws IllegalStateException when the file is in use, damaged or none of this kind
     */
    public static DataFile open(Path path, Consumer<Entry> entries) {
        FileGuard guard = FileGuard.of(path);
        try {
            if (!Files.exists(path) || Files.size(path) == 0) {
                replace(path, into -> {});
            }
            long whole = FileContent.read(path, entries);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
            channel.truncate(whole).position(whole);
            return new DataFile(path, guard, channel);
        } catch (IOException e) {
            guard.close();
            throw new UncheckedIOException("Could not open the data file " + path, e);
        } catch (RuntimeException e) {
            guard.close();
            throw e;
        }
    }

    /** How many bytes it has. */
    public synchronized long size() {
        return size;
    }

    /** Appends entries; all or none of them, as long as the process lives. */
    public synchronized void append(List<Entry> entries) {
        try {
            for (Entry entry : entries) {
                ByteBuffer line = ByteBuffer.wrap(entry.toLine());
                while (line.hasRemaining()) {
                    channel.write(line);
                }
            }
            size = channel.position();
        } catch (IOException e) {
            throw new UncheckedIOException("Could not write to the data file " + path, cutBack(e));
        }
    }

    /** Puts other entries in the place of all that are in the file. A process that dies meanwhile leaves the old ones. */
    public synchronized void rewrite(Consumer<Consumer<Entry>> source) {
        try {
            channel.close();
            try {
                replace(path, source);
            } finally {
                channel = FileChannel.open(path, StandardOpenOption.WRITE);
                size = channel.size();
                channel.position(size);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Could not rewrite the data file " + path, e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Could not close the data file " + path, e);
        } finally {
            guard.close();
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private IOException cutBack(IOException failure) {
        try {
            channel.truncate(size).position(size);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private static void replace(Path path, Consumer<Consumer<Entry>> source) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                        fresh,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
                OutputStream out = new BufferedOutputStream(java.nio.channels.Channels.newOutputStream(channel))) {
            out.write(FileContent.HEADER);
            source.accept(entry -> {
                try {
                    out.write(entry.toLine());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            out.flush();
            channel.force(true);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
