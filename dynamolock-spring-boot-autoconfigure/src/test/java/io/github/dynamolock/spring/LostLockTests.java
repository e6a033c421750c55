package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLostException;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A lock that is lost while the body runs. */
@ExtendWith(OutputCaptureExtension.class)
class LostLockTests {

    private final ApplicationContextRunner runner = LockTestContext.runner().withBean(Jobs.class);

    private void run(BiConsumer<Jobs, FakeLockClient> test) {
        run(runner, test);
    }

    private static void run(ApplicationContextRunner runner, BiConsumer<Jobs, FakeLockClient> test) {
        runner.run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theBodyIsInterruptedAndTheCallerLearnsOfTheLoss() {
        run((jobs, locks) -> assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(jobs::loseAndWait)
                .withMessageContaining("The lock 'job' of")
                .withMessageContaining("Jobs.loseAndWait() was lost while the method ran (TAKEN_OVER)")
                .satisfies(lost -> {
                    assertThat(lost.loss().reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER);
                    assertThat(lost.getSuppressed()).singleElement().isInstanceOf(InterruptedException.class);
                }));
    }

    @Test
    void aBodyThatWrapsTheInterruptStillEndsInTheLoss() {
        run((jobs, locks) -> assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(jobs::loseAndWrap)
                .satisfies(lost ->
                        assertThat(lost.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class)));
    }

    @Test
    void aBodyThatNeverLooksAtItsInterruptFailsAfterIt() {
        run((jobs, locks) -> {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(jobs::loseAndReturn);
            assertThat(locks.events).contains("body saw interrupt true");
        });
    }

    @Test
    void anInterruptFlagThatWasThereBeforeStays() {
        run((jobs, locks) -> {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(LockLostException.class).isThrownBy(jobs::loseAndReturn);
            assertThat(Thread.interrupted()).isTrue();
        });
    }

    @Test
    void anExceptionThatDoesNotComeFromTheInterruptPassesAsItIs() {
        run((jobs, locks) -> assertThatThrownBy(jobs::loseAndFail)
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(failure ->
                        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LockLostException.class)));
    }

    @Test
    void aLossThatComesAfterTheBodyInterruptsNobody() {
        run((jobs, locks) -> {
            FakeLockHandle handle = jobs.keepHandle();
            handle.lose();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void aLossThatNobodyToldIsFoundAtRelease() {
        run((jobs, locks) -> assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(jobs::loseSilently)
                .withMessageContaining("EXPIRED"));
    }

    @Test
    void aLockLostBeforeTheBodyBeginsDoesNotRunIt() {
        run((jobs, locks) -> {
            locks.losesAtOnce = true;
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(jobs::loseAndReport)
                    .withMessageContaining("did not run");
            assertThat(locks.events).containsExactly("acquire job", "release job");
        });
    }

    @Test
    void failLetsTheBodyRunAndThrowsAfterIt() {
        run((jobs, locks) -> {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(jobs::loseAndFailAfter);
            assertThat(locks.events).contains("body saw interrupt false");
        });
    }

    @Test
    void reportOnlyWarns(CapturedOutput output) {
        run((jobs, locks) -> {
            assertThat(jobs.loseAndReport()).isEqualTo("done");
            assertThat(locks.events).contains("body saw interrupt false");
        });
        assertThat(output).contains("WARN").contains("Jobs.loseAndReport() was lost while the method ran");
    }

    @Test
    void thePropertyDecidesWhereTheAnnotationDoesNot() {
        run(runner.withPropertyValues("dynamolock.annotation.on-lost=report"), (jobs, locks) -> {
            jobs.loseAndReturn();
            assertThat(locks.events).contains("body saw interrupt false");
            assertThatExceptionOfType(LockLostException.class).isThrownBy(jobs::loseAndFailAfter);
        });
    }

    @Test
    void aReleaseByTheBodyIsNoLoss() {
        run((jobs, locks) -> jobs.releaseEarly());
    }

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @DistributedLock("'job'")
        public void loseAndWait() throws InterruptedException {
            locks.handle("job").lose();
            new CountDownLatch(1).await();
        }

        @DistributedLock("'job'")
        public void loseAndWrap() {
            locks.handle("job").lose();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }

        @DistributedLock("'job'")
        public void loseAndReturn() {
            lose();
        }

        @DistributedLock("'job'")
        public void loseAndFail() {
            lose();
            throw new IllegalArgumentException("mine");
        }

        @DistributedLock("'job'")
        public FakeLockHandle keepHandle() {
            return locks.handle("job");
        }

        @DistributedLock("'job'")
        public void loseSilently() {
            locks.handle("job").loseSilently();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.FAIL)
        public void loseAndFailAfter() {
            lose();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.REPORT)
        public String loseAndReport() {
            lose();
            return "done";
        }

        @DistributedLock("'job'")
        public void releaseEarly() {
            LockContext.current().release();
        }

        private void lose() {
            locks.handle("job").lose();
            locks.events.add("body saw interrupt " + Thread.currentThread().isInterrupted());
        }
    }
}
