package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.storage.Entry;
import java.util.List;
import java.util.function.Supplier;

/** Where changes are kept beyond memory. */
interface Journal extends AutoCloseable {
    /** For tables that end with the process. */
    Journal NONE = new Journal() {
        @Override
        public void commit(Supplier<List<Entry>> entries, Runnable apply) {
            apply.run();
        }

        @Override
        public void write(List<ItemChange> changes) {
            for (ItemChange change : changes) {
                if (change.isReal()) {
                    change.apply();
                }
            }
        }

        @Override
        public void close() {}
    };

    /**
     * Keeps a change and applies it in memory; when it cannot be kept, it is not applied. No item lock may be taken while
     * it is applied, because whoever holds one may wait here.
     *
     * @param entries tells the change
     * @param apply applies it in memory
     */
    void commit(Supplier<List<Entry>> entries, Runnable apply);

    /** Keeps and applies changes of items, all of them or none, under the locks of all. */
    default void write(List<ItemChange> changes) {
        List<ItemChange> real = changes.stream().filter(ItemChange::isReal).toList();
        if (!real.isEmpty()) {
            commit(() -> List.of(Entries.items(real)), () -> real.forEach(ItemChange::apply));
        }
    }

    @Override
    void close();
}
