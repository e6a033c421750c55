package io.github.dynamolock.local.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a data file to one user, here and in other processes, by a lock on a file beside it: the data file itself is
 * replaced now and then. The system drops the lock of a process that dies.
 */
final class FileGuard implements AutoCloseable {
    private final FileChannel channel;

    private FileGuard(FileChannel channel) {
        this.channel = channel;
    }

    static FileGuard of(Path path) {
        Path absolute = path.toAbsolutePath();
        Path beside = absolute.resolveSibling(absolute.getFileName() + ".lock");
        try {
            Files.createDirectories(beside.getParent());
            FileChannel channel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw new IllegalStateException("The data file " + path
                        + " is in use by another LocalDynamoDb; close that one, or name another file");
            }
            return new FileGuard(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("Could not open the data file " + path, e);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
