package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LossGuardTests {

    private final FakeLockClient locks = new FakeLockClient();
    private final KeyHold outerHold = hold("outer");
    private final KeyHold innerHold = hold("inner");

    private KeyHold hold(String key) {
        return new KeyHold(
                locks, AttributeValue.fromS(key), locks.tryAcquire(key).orElseThrow(), true);
    }

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aLossInterruptsTheBodyAndTheEndTakesTheInterruptBack() {
        LossGuard guard = LossGuard.watch(List.of(outerHold), true);
        locks.handle("outer").lose();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(guard.hasInterrupted()).isTrue();
        guard.endOnThread();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void anInterruptThatWasThereBeforeStays() {
        Thread.currentThread().interrupt();
        LossGuard guard = LossGuard.watch(List.of(outerHold), true);
        locks.handle("outer").lose();
        guard.endOnThread();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void withoutALossTheInterruptOfAnotherStays() {
        LossGuard guard = LossGuard.watch(List.of(outerHold), true);
        Thread.currentThread().interrupt();
        guard.endOnThread();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aSecondEndOnAnotherThreadTakesNoInterruptThere() {
        LossGuard guard = LossGuard.watch(List.of(outerHold), true);
        locks.handle("outer").lose();
        guard.endOnThread();
        boolean kept = CompletableFuture.supplyAsync(() -> {
                    Thread.currentThread().interrupt();
                    guard.endOnThread();
                    return Thread.interrupted();
                })
                .join();
        assertThat(kept).isTrue();
    }

    @Test
    void theFirstLossIsKept() {
        LossGuard guard = LossGuard.watch(List.of(outerHold, innerHold), false);
        locks.handle("inner").lose();
        locks.handle("outer").lose();
        assertThat(guard.loss()).extracting(loss -> loss.handle().key()).isEqualTo("inner");
        assertThat(guard.hasInterrupted()).isFalse();
        guard.endOnThread();
    }

    @Test
    void anInnerEndSendsTheInterruptOfTheCallAroundItAgain() {
        LossGuard outer = LossGuard.watch(List.of(outerHold), true);
        LossGuard inner = LossGuard.watch(List.of(innerHold), true);
        locks.handle("inner").lose();
        locks.handle("outer").lose();
        inner.endOnThread();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        outer.endOnThread();
    }

    @Test
    void anInnerEndSendsTheInterruptOfAnyCallAroundItAgain() {
        LossGuard outer = LossGuard.watch(List.of(outerHold), true);
        LossGuard middle = LossGuard.watch(List.of(hold("middle")), true);
        LossGuard inner = LossGuard.watch(List.of(innerHold), true);
        locks.handle("inner").lose();
        locks.handle("outer").lose();
        inner.endOnThread();
        middle.endOnThread();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        outer.endOnThread();
    }

    @Test
    void anInterruptThatTheBodyAroundHasTakenBeforeIsNotSentTwice() {
        LossGuard outer = LossGuard.watch(List.of(outerHold), true);
        locks.handle("outer").lose();
        assertThat(Thread.interrupted()).isTrue();
        LossGuard inner = LossGuard.watch(List.of(innerHold), true);
        locks.handle("inner").lose();
        inner.endOnThread();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        outer.endOnThread();
    }

    @Test
    void aCallAfterAnotherIsNotTakenForOneInsideIt() {
        LossGuard first = LossGuard.watch(List.of(outerHold), true);
        locks.handle("outer").lose();
        first.endOnThread();
        LossGuard second = LossGuard.watch(List.of(innerHold), true);
        locks.handle("inner").lose();
        second.endOnThread();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
