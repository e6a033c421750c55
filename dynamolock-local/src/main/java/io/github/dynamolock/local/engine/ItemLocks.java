package io.github.dynamolock.local.engine;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The locks under which the items of one table are read and written.
 *
 * <p>Each key that anyone locks or waits for has a lock of its own, and no other key has one; so nobody waits for those who
 * write another item. Whoever needs several, a transaction, takes them in the order of {@link Slot}.
 */
final class ItemLocks {
    private final long table;
    private final Map<ItemKey, Shared> inUse = new ConcurrentHashMap<>();
    // Held for reading with any key's lock, which keeps nobody from another's.
    private final ReentrantReadWriteLock all = new ReentrantReadWriteLock();

    /**
     * Makes the locks of a table.
     *
     * @param table the table's number, which no other table of the engine has
     */
    ItemLocks(long table) {
        this.table = table;
    }

    /** The lock of a key, for one who means to lock it. */
    Slot of(ItemKey key) {
        return new Slot(this, key);
    }

    /** Runs something while nobody reads or writes an item of the table. */
    void whileAllHeld(Runnable work) {
        all.writeLock().lock();
        try {
            work.run();
        } finally {
            all.writeLock().unlock();
        }
    }

    private Shared join(ItemKey key) {
        return Objects.requireNonNull(inUse.compute(key, (same, present) -> {
            Shared shared = present == null ? new Shared() : present;
            shared.users++;
            return shared;
        }));
    }

    private void leave(ItemKey key) {
        inUse.computeIfPresent(key, (same, shared) -> --shared.users == 0 ? null : shared);
    }

    /** The lock that all who want one key share. */
    private static final class Shared extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        private int users; // changed only inside the map's computations
    }

    /** The lock of one key, as one thread takes it, and its place in the order of all. */
    static final class Slot implements Comparable<Slot> {
        private final ItemLocks locks;
        private final ItemKey key;
        private @Nullable Shared held;

        private Slot(ItemLocks locks, ItemKey key) {
            this.locks = locks;
            this.key = key;
        }

        void lock() {
            locks.all.readLock().lock();
            Shared shared = locks.join(key);
            shared.lock();
            held = shared;
        }

        void unlock() {
            Objects.requireNonNull(held).unlock();
            locks.leave(key);
            locks.all.readLock().unlock();
        }

        @Override
        public int compareTo(Slot other) {
            int order = Long.compare(locks.table, other.locks.table);
            return order != 0 ? order : key.compareTo(other.key);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Slot slot && locks.table == slot.locks.table && key.equals(slot.key);
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(locks.table) + key.hashCode();
        }
    }
}
