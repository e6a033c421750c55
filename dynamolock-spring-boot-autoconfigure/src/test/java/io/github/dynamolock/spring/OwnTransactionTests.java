package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.LockLostException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Locked methods whose own advice sets the caller's transaction aside, on a real database. */
class OwnTransactionTests {

    private final ApplicationContextRunner runner = CallerTransactions.runner();

    private void run(CallerTransactions.Scenario scenario) {
        run(runner, scenario);
    }

    private static void run(ApplicationContextRunner runner, CallerTransactions.Scenario scenario) {
        CallerTransactions.run(runner, scenario);
    }

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aMethodThatSetsTheCallersTransactionAsideReleasesItsLockAtOnce() {
        run(beans -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> beans.inTransaction(() -> {
                        beans.jobs().writeApart();
                        beans.locks().events.add("returned");
                        beans.jobs().readApart();
                        throw new IllegalStateException();
                    }));
            assertThat(beans.locks().events)
                    .containsExactly(
                            "acquire job", "release job", "returned", "acquire job", "release job", "rolled back 1");
        });
    }

    @Test
    void theLossOfALockThatWasReleasedApartDoesNotConcernTheCaller() {
        run(beans -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> beans.inTransaction(() -> {
                        beans.ledger().write("caller's");
                        beans.jobs()
                                .writeApartAnd(() -> beans.locks().handle("job").lose());
                    }));
            assertThat(beans.locks().events).containsExactly("acquire job", "release job", "rolled back 0");
            beans.inTransaction(() -> {
                beans.ledger().write("caller's");
                assertThatExceptionOfType(LockLostException.class)
                        .isThrownBy(() -> beans.jobs()
                                .writeApartAnd(() -> beans.locks().handle("job").lose()));
            });
            assertThat(beans.ledger().committed()).isEqualTo(1);
        });
    }

    @Test
    void aBodyThatOnlyCallsAMethodWithATransactionOfItsOwnKeepsTheLock() {
        run(beans -> {
            beans.inTransaction(() -> beans.jobs().writeAnd(beans.jobs()::writeApartElsewhere));
            assertThat(beans.locks().events).containsExactly("acquire job", "committed 2", "release job");
        });
    }

    @Test
    void withSeveralManagersTheLockIsKeptSinceTheBodyMaySeeTheCallersTransaction() {
        run(runner.withUserConfiguration(TwoManagers.class), beans -> {
            beans.inTransaction(beans.jobs()::writeApart);
            assertThat(beans.locks().events).containsExactly("acquire job", "committed 1", "release job");
        });
    }

    @Test
    void aTransactionThatBeginsOutsideTheLockEndsIt() {
        run(
                runner.withUserConfiguration(TransactionsFirst.class)
                        .withPropertyValues("dynamolock.annotation.order=2147483647"),
                beans -> {
                    beans.inTransaction(() -> {
                        beans.jobs()
                                .writeApartAnd(() ->
                                        TransactionSynchronizationManager.registerSynchronization(beans.new Ending()));
                        beans.locks().events.add("returned");
                    });
                    assertThat(beans.locks().events)
                            .containsExactly("acquire job", "committed 1", "release job", "returned", "committed 1");
                });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0)
    static class TransactionsFirst {}

    @Configuration(proxyBeanMethods = false)
    static class TwoManagers {

        @Bean
        @Primary
        PlatformTransactionManager first(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        PlatformTransactionManager second(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }
}
