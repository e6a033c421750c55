package io.github.dynamolock.test.autoconfigure;

import io.github.dynamolock.test.TestLocks;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Empties the lock table after each test. */
final class TestLocksTestExecutionListener extends AbstractTestExecutionListener {

    /**
     * After the rollback of the test's own transaction, to whose end locks may be kept, and before the context can be closed:
     * between {@code TransactionalTestExecutionListener} and {@code DirtiesContextTestExecutionListener}.
     */
    private static final int ORDER = 3_500;

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void afterTestMethod(TestContext test) throws InterruptedException {
        if (test.hasApplicationContext()) {
            ApplicationContext context = test.getApplicationContext();
            TestLocks locks = context.getBeanProvider(TestLocks.class).getIfAvailable();
            if (locks != null) {
                locks.reset();
            }
        }
    }
}
