package io.github.dynamolock.spring;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Callers with a transaction of their own, of locked methods that write into a {@link Ledger}. */
final class CallerTransactions {

    private CallerTransactions() {}

    static ApplicationContextRunner runner() {
        return Ledger.with(LockTestContext.runner()).withBean(Jobs.class);
    }

    static void run(ApplicationContextRunner runner, Scenario scenario) {
        runner.run(context -> scenario.play(new Beans(context)));
    }

    interface Scenario {
        void play(Beans beans);
    }

    record Beans(Jobs jobs, Ledger ledger, FakeLockClient locks, TransactionTemplate transactions) {

        Beans(ApplicationContext context) {
            this(
                    context.getBean(Jobs.class),
                    context.getBean(Ledger.class),
                    context.getBean(FakeLockClient.class),
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class)));
        }

        /** Runs it in a transaction whose end is among the events. */
        void inTransaction(Runnable body) {
            transactions.executeWithoutResult(status -> {
                TransactionSynchronizationManager.registerSynchronization(new Ending());
                body.run();
            });
        }

        final class Ending implements TransactionSynchronization {
            @Override
            public void afterCompletion(int end) {
                locks.events.add((end == STATUS_COMMITTED ? "committed " : "rolled back ") + ledger.committed());
            }
        }
    }

    static class Jobs {

        private final Ledger ledger;
        private final TransactionTemplate apart;

        Jobs(Ledger ledger, PlatformTransactionManager manager) {
            this.ledger = ledger;
            this.apart = new TransactionTemplate(manager);
            apart.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
        }

        @DistributedLock("'job'")
        public void write() {
            ledger.write("row");
        }

        @DistributedLock("'job'")
        public void writeAnd(Runnable then) {
            ledger.write("row");
            then.run();
        }

        @DistributedLock("'job'")
        @Transactional
        public void takePart() {
            ledger.write("row");
        }

        @DistributedLock("'job'")
        public void fail() {
            ledger.write("row");
            throw new IllegalStateException();
        }

        @DistributedLock("{#one, #two}")
        public void writeBoth(String one, String two) {
            ledger.write("row");
        }

        @DistributedLock(key = "'job'", onLost = OnLost.REPORT)
        public void writeAndReport() {
            ledger.write("row");
        }

        @DistributedLock("'job'")
        public int read() {
            return ledger.committed();
        }

        @DistributedLock("'job'")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void writeApart() {
            ledger.write("row");
        }

        @DistributedLock("'job'")
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public int readApart() {
            return ledger.committed();
        }

        @DistributedLock("'job'")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void writeApartAnd(Runnable then) {
            ledger.write("row");
            then.run();
        }

        @DistributedLock(key = "'job'", reentrant = false)
        public void notReentrant() {}

        public void writeApartElsewhere() {
            apart.executeWithoutResult(status -> ledger.write("apart"));
        }
    }
}
