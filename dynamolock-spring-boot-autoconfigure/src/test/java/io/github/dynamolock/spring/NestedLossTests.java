package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.LockLostException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.AbortedException;

/** Locks that are lost where locked methods call each other. */
class NestedLossTests {

    private record Beans(Outer outer, Inner inner, FakeLockClient locks) {}

    private interface Scenario {
        void play(Beans beans) throws Exception;
    }

    private static void run(Scenario test) {
        LockTestContext.runner()
                .withBean(Outer.class)
                .withBean(Inner.class)
                .run(context -> test.play(new Beans(
                        context.getBean(Outer.class),
                        context.getBean(Inner.class),
                        context.getBean(FakeLockClient.class))));
    }

    private static void hang() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theLossOfTheOutersLockStopsTheInnerBodyAndIsToldOfTheOuter() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.outer.run(() -> beans.inner.run(() -> {
                        beans.locks.handle("outer").lose();
                        hang();
                        return "unreached";
                    })))
                    .withMessageContaining("The lock 'outer' of");
            assertThat(beans.locks.events)
                    .containsExactly("acquire outer", "acquire inner", "release inner", "release outer");
        });
    }

    @Test
    void theLossOfTheInnersLockLeavesTheOuterWhatItIs() {
        run(beans -> assertThat(beans.outer.run(() -> {
                    assertThatExceptionOfType(LockLostException.class)
                            .isThrownBy(() -> beans.inner.run(() -> {
                                beans.locks.handle("inner").lose();
                                hang();
                                return "unreached";
                            }))
                            .withMessageContaining("The lock 'inner' of");
                    LockContext.assertHeld();
                    return "went on, interrupted " + Thread.currentThread().isInterrupted();
                }))
                .isEqualTo("went on, interrupted false"));
    }

    @Test
    void whenBothAreLostTheOuterBodyIsStillInterruptedAfterTheInner() {
        run(beans -> assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> beans.outer.run(() -> {
                    assertThatExceptionOfType(LockLostException.class)
                            .isThrownBy(() -> beans.inner.run(() -> {
                                beans.locks.handle("inner").lose();
                                beans.locks.handle("outer").lose();
                                return "took no notice";
                            }));
                    hang();
                    return "unreached";
                }))
                .withMessageContaining("The lock 'outer' of"));
    }

    @Test
    void theLossOfALockThatTheInnerJoinedIsToldToBoth() {
        run(beans -> assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> beans.outer.run(() -> {
                    assertThatExceptionOfType(LockLostException.class)
                            .isThrownBy(() -> beans.inner.join(() -> {
                                beans.locks.handle("outer").lose();
                                return "took no notice";
                            }))
                            .withMessageContaining("Inner.join(Callable)");
                    return "took no notice either";
                }))
                .withMessageContaining("Outer.run(Callable)"));
    }

    @Test
    void aBodyThatSwallowsTheInterruptEndsInTheLoss() {
        run(beans -> assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> beans.outer.run(() -> {
                    beans.locks.handle("outer").lose();
                    assertThatExceptionOfType(InterruptedException.class).isThrownBy(NestedLossTests::hang);
                    return "done";
                })));
    }

    @Test
    void exceptionsByWhichLibrariesAnswerAnInterruptAreTakenForIt() {
        for (Exception answer : new Exception[] {
            new InterruptedIOException(),
            AbortedException.create("aborted"),
            new IllegalStateException(new java.nio.channels.ClosedByInterruptException())
        }) {
            run(beans -> assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.outer.run(() -> {
                        beans.locks.handle("outer").lose();
                        throw answer;
                    }))
                    .satisfies(lost -> assertThat(lost.getSuppressed()).containsExactly(answer)));
        }
    }

    @Test
    void aTimeoutOfASocketIsNoAnswerToAnInterrupt() {
        SocketTimeoutException timeout = new SocketTimeoutException();
        run(beans -> assertThatThrownBy(() -> beans.outer.run(() -> {
                    beans.locks.handle("outer").lose();
                    throw timeout;
                }))
                .isSameAs(timeout)
                .satisfies(failure ->
                        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LockLostException.class)));
    }

    static class Outer {

        @DistributedLock("'outer'")
        public String run(Callable<String> body) throws Exception {
            return body.call();
        }
    }

    static class Inner {

        @DistributedLock("'inner'")
        public String run(Callable<String> body) throws Exception {
            return body.call();
        }

        @DistributedLock("'outer'")
        public String join(Callable<String> body) throws Exception {
            return body.call();
        }
    }
}
