package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.storage.DataFile;
import io.github.dynamolock.local.storage.Entry;
import io.github.dynamolock.local.value.Errors;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Keeps all changes in a file, which it rewrites with what the tables have once it has grown to several times that.
 *
 * <p>Changes are shared users of {@link #gate}, so that none is between the file and memory while the file is rewritten.
 */
final class FileJournal implements Journal {
    private static final long LEAST_TO_REWRITE = 1L << 20;
    private static final int GROWTH = 4;

    private final Tables tables;
    private final DataFile file;
    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    // Guarded by the gate.
    private boolean closed;
    private volatile long rewriteAt;

    private FileJournal(Tables tables, DataFile file) {
        this.tables = tables;
        this.file = file;
        this.rewriteAt = Math.max(LEAST_TO_REWRITE, GROWTH * file.size());
    }

    /** Opens a file, fills the tables, which are empty, with what is in it, and keeps their changes in it. */
    static FileJournal open(Path path, Tables tables) {
        Replay replay = new Replay(tables);
        FileJournal journal = new FileJournal(tables, DataFile.open(path, replay::apply));
        journal.rewrite();
        return journal;
    }

    @Override
    public void commit(Supplier<List<Entry>> entries, Runnable apply) {
        gate.readLock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("This LocalDynamoDb is closed, and its data file " + file
                        + " with it; it takes no more writes");
            }
            append(entries.get());
            apply.run();
        } finally {
            gate.readLock().unlock();
        }
        if (file.size() >= rewriteAt) {
            rewrite();
        }
    }

    private void append(List<Entry> entries) {
        try {
            file.append(entries);
        } catch (UncheckedIOException e) {
            log("A write is refused", e);
            throw Errors.internalServerError();
        }
    }

    private void rewrite() {
        gate.writeLock().lock();
        try {
            if (closed) {
                return;
            }
            file.rewrite(into -> tables.all().forEach(table -> Entries.all(table, into)));
        } catch (UncheckedIOException e) {
            // What is in the file is whole, only longer than it need be.
            log("The data file stays long", e);
        } finally {
            rewriteAt = Math.max(LEAST_TO_REWRITE, GROWTH * file.size());
            gate.writeLock().unlock();
        }
    }

    @Override
    public void close() {
        gate.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                file.close();
            }
        } finally {
            gate.writeLock().unlock();
        }
    }

    private static void log(String what, UncheckedIOException why) {
        System.getLogger(FileJournal.class.getName()).log(System.Logger.Level.ERROR, what, why);
    }
}
