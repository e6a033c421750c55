package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Locked methods that are called inside a transaction of their caller, on a real database. */
@ExtendWith(OutputCaptureExtension.class)
class SurroundingTransactionTests {

    private final ApplicationContextRunner runner = CallerTransactions.runner();

    private void run(CallerTransactions.Scenario scenario) {
        CallerTransactions.run(runner, scenario);
    }

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theLockIsReleasedAfterTheCallersCommit() {
        run(beans -> {
            beans.inTransaction(() -> {
                beans.jobs().write();
                beans.locks().events.add("returned");
            });
            assertThat(beans.locks().events).containsExactly("acquire job", "returned", "committed 1", "release job");
        });
    }

    @Test
    void theLockIsReleasedAfterTheCallersRollback() {
        run(beans -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> beans.inTransaction(() -> {
                        beans.jobs().write();
                        throw new IllegalStateException();
                    }));
            assertThat(beans.locks().events).containsExactly("acquire job", "rolled back 0", "release job");
        });
    }

    @Test
    void aFailingBodyKeepsTheLockUntilTheCallersRollback() {
        run(beans -> {
            assertThatIllegalStateException().isThrownBy(() -> beans.inTransaction(beans.jobs()::fail));
            assertThat(beans.locks().events).containsExactly("acquire job", "rolled back 0", "release job");
        });
    }

    @Test
    void aTransactionalMethodTakesPartInTheCallersTransaction() {
        run(beans -> {
            beans.inTransaction(beans.jobs()::takePart);
            assertThat(beans.locks().events).containsExactly("acquire job", "committed 1", "release job");
        });
    }

    @Test
    void severalLocksAreReleasedInReverseAfterTheCommit() {
        run(beans -> {
            beans.inTransaction(() -> beans.jobs().writeBoth("b", "a"));
            assertThat(beans.locks().events)
                    .containsExactly("acquire a", "acquire b", "committed 1", "release b", "release a");
        });
    }

    @Test
    void aLockLostBeforeTheCallersCommitRollsItBackAndTellsTheCaller() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.inTransaction(() -> {
                        beans.jobs().write();
                        beans.locks().handle("job").lose();
                    }))
                    .withMessageContaining("The lock 'job' of")
                    .withMessageContaining("before the transaction could commit (TAKEN_OVER): it is rolled back")
                    .satisfies(lost -> assertThat(lost.loss().reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER));
            assertThat(beans.locks().events).containsExactly("acquire job", "rolled back 0", "release job");
        });
    }

    @Test
    void aLossThatTheCallerCaughtStillRollsItsTransactionBack() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.inTransaction(() -> assertThatExceptionOfType(LockLostException.class)
                            .isThrownBy(() -> beans.jobs()
                                    .writeAnd(() -> beans.locks().handle("job").lose()))));
            assertThat(beans.ledger().committed()).isZero();
        });
    }

    @Test
    void aLockLostWhileOthersPrepareTheCommitRollsItBack() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.inTransaction(() -> {
                        beans.jobs().write();
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void beforeCommit(boolean readOnly) {
                                beans.locks().handle("job").lose();
                            }
                        });
                    }));
            assertThat(beans.ledger().committed()).isZero();
        });
    }

    @Test
    void aLockTakenWhileTheCommitIsPreparedIsAskedForToo() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.inTransaction(() ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                                @Override
                                public void beforeCommit(boolean readOnly) {
                                    beans.jobs().write();
                                    beans.locks().handle("job").lose();
                                }
                            })));
            assertThat(beans.locks().events).containsExactly("acquire job", "rolled back 0", "release job");
        });
    }

    @Test
    void reportCommitsAndWarns(CapturedOutput output) {
        run(beans -> {
            beans.inTransaction(() -> {
                beans.jobs().writeAndReport();
                beans.locks().handle("job").lose();
            });
            assertThat(beans.locks().events).containsExactly("acquire job", "committed 1", "release job");
        });
        assertThat(output).contains("writeAndReport() was lost before its caller's transaction had ended (TAKEN_OVER)");
    }

    @Test
    void aLossAfterTheCommitKeepsTheRowsAndIsWarnedAbout(CapturedOutput output) {
        run(beans -> {
            beans.inTransaction(() -> {
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        beans.locks().handle("job").lose();
                    }
                });
                beans.jobs().write();
            });
            assertThat(beans.ledger().committed()).isEqualTo(1);
        });
        assertThat(output).contains("Jobs.write() was lost before its caller's transaction had ended");
    }

    @Test
    void aReadOnlyTransactionHasNothingToLose() {
        run(beans -> {
            beans.transactions().setReadOnly(true);
            beans.inTransaction(() -> {
                beans.jobs().read();
                beans.locks().handle("job").lose();
            });
            assertThat(beans.locks().events).containsExactly("acquire job", "committed 0", "release job");
        });
    }

    @Test
    void afterTheCallersCommitTheLockEndsWithTheCall() {
        run(beans -> {
            beans.inTransaction(
                    () -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void afterCompletion(int status) {
                            beans.jobs().read();
                            beans.locks().events.add("returned");
                        }
                    }));
            assertThat(beans.locks().events).containsExactly("committed 0", "acquire job", "release job", "returned");
        });
    }

    @Test
    void aMethodThatIsNotReentrantCanBeCalledOnceInATransaction() {
        run(beans -> beans.inTransaction(() -> {
            beans.jobs().notReentrant();
            assertThatExceptionOfType(LockNotGrantedException.class).isThrownBy(beans.jobs()::notReentrant);
        }));
    }
}
