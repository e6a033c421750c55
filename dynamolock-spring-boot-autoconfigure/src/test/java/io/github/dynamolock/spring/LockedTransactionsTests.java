package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLostException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions inside a locked method, on a real database: none commits once the lock is lost. */
class LockedTransactionsTests {

    private final ApplicationContextRunner runner =
            Ledger.with(LockTestContext.runner()).withBean(Own.class).withBean(Jobs.class);

    private record Beans(Jobs jobs, Ledger ledger, FakeLockClient locks) {}

    private void run(Consumer<Beans> test) {
        runner.run(context -> test.accept(new Beans(
                context.getBean(Jobs.class), context.getBean(Ledger.class), context.getBean(FakeLockClient.class))));
    }

    private static void assertLost(Beans beans, Runnable call) {
        assertThatExceptionOfType(LockLostException.class).isThrownBy(call::run);
        assertThat(beans.ledger.committed()).isZero();
        assertThat(beans.locks.events).containsExactly("acquire job", "release job");
    }

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aCallThatKeepsItsLockCommits() {
        run(beans -> {
            beans.jobs.write(() -> {});
            assertThat(beans.ledger.committed()).isEqualTo(1);
        });
    }

    @Test
    void aLockLostBeforeTheCommitCommitsNothingAlsoWhenTheBodyTookNoNotice() {
        run(beans -> assertLost(
                beans, () -> beans.jobs.write(() -> beans.locks.handle("job").lose())));
    }

    @Test
    void aLockLostBeforeTheCommitCommitsNothingAlsoWhenTheBodySwallowedTheInterrupt() {
        run(beans -> assertLost(
                beans,
                () -> beans.jobs.write(() -> {
                    beans.locks.handle("job").lose();
                    assertThat(Thread.interrupted()).isTrue();
                })));
    }

    @Test
    void aLossOfWhichNobodyHasHeardCommitsNothing() {
        run(beans -> assertLost(
                beans, () -> beans.jobs.write(() -> beans.locks.handle("job").loseSilently())));
    }

    @Test
    void failCommitsNothing() {
        run(beans -> assertLost(
                beans,
                () -> beans.jobs.writeOrFail(() -> beans.locks.handle("job").lose())));
    }

    @Test
    void reportCommits() {
        run(beans -> {
            beans.jobs.writeAndReport(() -> beans.locks.handle("job").lose());
            assertThat(beans.ledger.committed()).isEqualTo(1);
        });
    }

    @Test
    void aTransactionTemplateInsideTheBodyCommitsNothingAndSaysWhy() {
        run(beans -> assertLost(
                beans,
                () -> beans.jobs.locked(() -> {
                    beans.locks.handle("job").lose();
                    assertThatExceptionOfType(LockLostException.class)
                            .isThrownBy(() -> beans.jobs.template(() -> {}))
                            .withMessageContaining("The lock 'job' of")
                            .withMessageContaining("before the transaction could commit (TAKEN_OVER)")
                            .satisfies(lost -> assertThat(lost.loss().reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER));
                })));
    }

    @Test
    void aTransactionOfItsOwnInsideTheBodyCommitsNothing() {
        run(beans -> assertLost(
                beans,
                () -> beans.jobs.write(() -> {
                    beans.locks.handle("job").lose();
                    assertThatExceptionOfType(LockLostException.class).isThrownBy(beans.jobs::writeApart);
                })));
    }

    @Test
    void theLossOfALockFurtherOutCommitsNothingEither() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.jobs.locked(() ->
                            beans.jobs.inner(() -> beans.locks.handle("job").lose())));
            assertThat(beans.ledger.committed()).isZero();
        });
    }

    @Test
    void aLockLostAfterTheCommitKeepsTheRowsAndTellsTheCaller() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.jobs.locked(() -> {
                        beans.jobs.template(() -> {});
                        beans.locks.handle("job").lose();
                    }));
            assertThat(beans.ledger.committed()).isEqualTo(1);
        });
    }

    @Test
    void aReadOnlyTransactionHasNothingToLose() {
        run(
                beans -> beans.jobs.locked(() -> {
                    beans.locks.handle("job").loseSilently();
                    beans.jobs.read();
                    beans.locks.events.add("read");
                }),
                "read");
    }

    private void run(Consumer<Beans> test, String event) {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> test.accept(beans));
            assertThat(beans.locks.events).contains(event);
        });
    }

    /** What the proxies of other beans begin. */
    static class Own {

        private final Ledger ledger;

        Own(Ledger ledger) {
            this.ledger = ledger;
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void write() {
            ledger.write("apart");
        }

        @Transactional(readOnly = true)
        public int read() {
            return ledger.committed();
        }

        @DistributedLock("'inner'")
        @Transactional
        public void inner(Runnable then) {
            ledger.write("inner");
            then.run();
        }
    }

    static class Jobs {

        private final Ledger ledger;
        private final Own own;
        private final TransactionTemplate transactions;

        Jobs(Ledger ledger, Own own, PlatformTransactionManager manager) {
            this.ledger = ledger;
            this.own = own;
            this.transactions = new TransactionTemplate(manager);
        }

        @DistributedLock("'job'")
        @Transactional
        public void write(Runnable then) {
            ledger.write("row");
            then.run();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.FAIL)
        @Transactional
        public void writeOrFail(Runnable then) {
            ledger.write("row");
            then.run();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.REPORT)
        @Transactional
        public void writeAndReport(Runnable then) {
            ledger.write("row");
            then.run();
        }

        @DistributedLock("'job'")
        public void locked(Runnable body) {
            body.run();
        }

        public void template(Runnable then) {
            transactions.executeWithoutResult(status -> {
                ledger.write("row");
                then.run();
            });
        }

        public void writeApart() {
            own.write();
        }

        public void read() {
            own.read();
        }

        public void inner(Runnable then) {
            own.inner(then);
        }
    }
}
