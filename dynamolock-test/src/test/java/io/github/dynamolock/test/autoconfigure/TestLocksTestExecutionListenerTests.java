package io.github.dynamolock.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestExecutionListener;
import org.springframework.test.context.support.DirtiesContextTestExecutionListener;
import org.springframework.test.context.transaction.TransactionalTestExecutionListener;

/** When the table is emptied. */
class TestLocksTestExecutionListenerTests {

    /** After a test listeners are called from the last to the first. */
    @Test
    void afterTheRollbackOfTheTestsTransactionAndBeforeTheContextIsClosed() {
        List<Class<? extends TestExecutionListener>> order = new TestContextManager(
                        TestLocksTestExecutionListenerTests.class)
                .getTestExecutionListeners().stream()
                        .<Class<? extends TestExecutionListener>>map(TestExecutionListener::getClass)
                        .toList();
        assertThat(order)
                .containsSubsequence(
                        DirtiesContextTestExecutionListener.class,
                        TestLocksTestExecutionListener.class,
                        TransactionalTestExecutionListener.class);
    }
}
