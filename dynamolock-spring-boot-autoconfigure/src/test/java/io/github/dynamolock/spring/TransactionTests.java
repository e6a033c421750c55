package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** The lock is outside the transaction: what one holder commits, the next one sees. */
class TransactionTests {

    private final ApplicationContextRunner runner = LockTestContext.runner()
            .withConfiguration(AutoConfigurations.of(TransactionAutoConfiguration.class))
            .withUserConfiguration(Transactions.class)
            .withBean(RecordingTransactions.class)
            .withBean(Jobs.class);

    @Test
    void theLockIsReleasedAfterTheCommit() {
        runner.run(context -> {
            context.getBean(Jobs.class).run();
            assertThat(context.getBean(FakeLockClient.class).events)
                    .containsExactly("acquire job", "begin", "body", "commit", "release job");
        });
    }

    @Test
    void theLockIsReleasedAfterTheRollback() {
        runner.run(context -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(Jobs.class).fail());
            assertThat(context.getBean(FakeLockClient.class).events)
                    .containsExactly("acquire job", "begin", "rollback", "release job");
        });
    }

    @Test
    void theOrderIsAProperty() {
        runner.withPropertyValues("dynamolock.annotation.order=2147483647", "spring.aop.auto=true")
                .withUserConfiguration(TransactionsFirst.class)
                .run(context -> {
                    context.getBean(Jobs.class).run();
                    assertThat(context.getBean(FakeLockClient.class).events)
                            .containsExactly("begin", "acquire job", "body", "commit", "release job");
                });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transactions {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0)
    static class TransactionsFirst {}

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @DistributedLock("'job'")
        @Transactional
        public void run() {
            locks.events.add("body");
        }

        @Transactional
        @DistributedLock("'job'")
        public void fail() {
            throw new IllegalArgumentException();
        }
    }

    @SuppressWarnings("serial")
    static class RecordingTransactions extends AbstractPlatformTransactionManager {

        private final FakeLockClient locks;

        RecordingTransactions(FakeLockClient locks) {
            this.locks = locks;
        }

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
            locks.events.add("begin");
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            locks.events.add("commit");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            locks.events.add("rollback");
        }
    }
}
