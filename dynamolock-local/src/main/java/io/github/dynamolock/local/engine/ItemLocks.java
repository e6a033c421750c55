package io.github.dynamolock.local.engine;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The locks under which the items of one table are read and written.
 *
 * <p>Keys share 1,024 locks by their hash, which takes no bookkeeping per item: two writers meet by accident once in
 * about a thousand, and then for microseconds, because nothing waits while it holds one. Whoever needs several, a
 * transaction, takes them in the order of {@link Slot}.
 */
final class ItemLocks {
    private static final int BITS = 10;

    private final Slot[] slots = new Slot[1 << BITS];

    /**
     * Makes the locks of a table.
     *
     * @param table the table's number, which no other table of the engine has
     */
    ItemLocks(long table) {
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot(table, i);
        }
    }

    Slot of(ItemKey key) {
        return slots[(int) (key.lockHash() >>> (Long.SIZE - BITS))];
    }

    /** Runs something while nobody reads or writes an item of the table. */
    void whileAllHeld(Runnable work) {
        for (Slot slot : slots) {
            slot.lock();
        }
        try {
            work.run();
        } finally {
            for (Slot slot : slots) {
                slot.unlock();
            }
        }
    }

    /** One lock and its place in the order of all. */
    static final class Slot implements Comparable<Slot> {
        private final ReentrantLock lock = new ReentrantLock();
        private final long table;
        private final int index;

        private Slot(long table, int index) {
            this.table = table;
            this.index = index;
        }

        void lock() {
            lock.lock();
        }

        void unlock() {
            lock.unlock();
        }

        @Override
        public int compareTo(Slot other) {
            int order = Long.compare(table, other.table);
            return order != 0 ? order : Integer.compare(index, other.index);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Slot slot && table == slot.table && index == slot.index;
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(table) + index;
        }
    }
}
