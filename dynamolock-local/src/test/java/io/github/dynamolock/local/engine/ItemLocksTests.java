package io.github.dynamolock.local.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.InThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemLocksTests {
    private final ItemLocks locks = new ItemLocks(1);

    private static ItemKey key(String text) {
        return ItemKey.of(KeyPart.of(AttributeValue.fromS(text)), KeyPart.NONE);
    }

    @Test
    void whoWritesOneItemWaitsForNoneWhoWritesAnother() throws Exception {
        ItemLocks.Slot held = locks.of(key("held"));
        held.lock();
        CompletableFuture<Void> others = InThreads.run(() -> {
            for (int i = 0; i < 20_000; i++) {
                ItemLocks.Slot other = locks.of(key("other-" + i));
                other.lock();
                other.unlock();
            }
        });
        others.get(60, TimeUnit.SECONDS);
        held.unlock();
    }

    @Test
    void whoWritesTheSameItemWaits() throws Exception {
        ItemLocks.Slot held = locks.of(key("held"));
        held.lock();
        CompletableFuture<Void> same = InThreads.run(() -> {
            ItemLocks.Slot again = locks.of(key("held"));
            again.lock();
            again.unlock();
        });
        assertThat(same).isNotDone();
        held.unlock();
        same.get(60, TimeUnit.SECONDS);
    }

    @Test
    void nobodysWritesOverlap() throws Exception {
        int[] counter = new int[1];
        CompletableFuture<?>[] writers = new CompletableFuture<?>[4];
        for (int writer = 0; writer < writers.length; writer++) {
            writers[writer] = InThreads.run(() -> {
                for (int i = 0; i < 20_000; i++) {
                    ItemLocks.Slot slot = locks.of(key("counter"));
                    slot.lock();
                    counter[0]++;
                    slot.unlock();
                }
            });
        }
        CompletableFuture.allOf(writers).get(60, TimeUnit.SECONDS);
        assertThat(counter[0]).isEqualTo(80_000);
    }

    @Test
    void whoNeedsAllWaitsForEachAndEachForHim() throws Exception {
        ItemLocks.Slot held = locks.of(key("held"));
        held.lock();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CompletableFuture<Void> all = InThreads.run(() -> locks.whileAllHeld(() -> {
            begun.complete(null);
            goOn.join();
        }));
        assertThat(begun).isNotDone();
        held.unlock();
        begun.get(60, TimeUnit.SECONDS);
        CompletableFuture<Void> other = InThreads.run(() -> {
            ItemLocks.Slot slot = locks.of(key("other"));
            slot.lock();
            slot.unlock();
        });
        assertThat(other).isNotDone();
        goOn.complete(null);
        CompletableFuture.allOf(all, other).get(60, TimeUnit.SECONDS);
    }

    @Test
    void locksComeInOneOrderForAll() {
        ItemLocks.Slot here = locks.of(key("a"));
        assertThat(here).isEqualTo(locks.of(key("a"))).hasSameHashCodeAs(locks.of(key("a")));
        assertThat(here).isEqualByComparingTo(locks.of(key("a")));
        assertThat(here).isNotEqualTo(locks.of(key("b"))).isNotEqualTo(new ItemLocks(2).of(key("a")));
        assertThat(here.compareTo(locks.of(key("b"))))
                .isEqualTo(-locks.of(key("b")).compareTo(here));
        assertThat(here).isLessThan(new ItemLocks(2).of(key("a")));
    }
}
