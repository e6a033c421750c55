package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockLostException;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The lock is outside a reactive transaction too, and its loss rolls that back. */
class ReactiveTransactionTests {

    private final ApplicationContextRunner runner = LockTestContext.runner()
            .withConfiguration(AutoConfigurations.of(TransactionAutoConfiguration.class))
            .withUserConfiguration(Transactions.class)
            .withBean(RecordingTransactions.class)
            .withBean(Jobs.class);

    private void run(BiConsumer<Jobs, FakeLockClient> test) {
        runner.run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void theLockIsReleasedAfterTheCommit() {
        run((jobs, locks) -> {
            Sinks.One<String> work = Sinks.one();
            Mono<String> running = jobs.run(work);
            var result = running.toFuture();
            assertThat(locks.events).containsExactly("acquireAsync job", "begin", "body");
            work.tryEmitValue("done").orThrow();
            assertThat(result).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("done");
            assertThat(locks.events).containsExactly("acquireAsync job", "begin", "body", "commit", "release job");
        });
    }

    @Test
    void aLossWhileTheBodyRunsRollsBack() {
        run((jobs, locks) -> {
            Sinks.One<String> work = Sinks.one();
            var result = jobs.run(work).toFuture();
            locks.handle("job").lose();
            assertThat(result)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withCauseInstanceOf(LockLostException.class);
            assertThat(locks.events).containsExactly("acquireAsync job", "begin", "body", "rollback", "release job");
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transactions {}

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @Transactional
        @DistributedLock("'job'")
        public Mono<String> run(Sinks.One<String> work) {
            return Mono.defer(() -> {
                locks.events.add("body");
                return work.asMono();
            });
        }
    }

    @SuppressWarnings("serial")
    static class RecordingTransactions extends AbstractReactiveTransactionManager {

        private final FakeLockClient locks;

        RecordingTransactions(FakeLockClient locks) {
            this.locks = locks;
        }

        @Override
        protected Object doGetTransaction(TransactionSynchronizationManager manager) {
            return new Object();
        }

        @Override
        protected Mono<Void> doBegin(
                TransactionSynchronizationManager manager, Object transaction, TransactionDefinition definition) {
            return record("begin");
        }

        @Override
        protected Mono<Void> doCommit(TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
            return record("commit");
        }

        @Override
        protected Mono<Void> doRollback(TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
            return record("rollback");
        }

        private Mono<Void> record(String event) {
            return Mono.fromRunnable(() -> locks.events.add(event));
        }
    }
}
