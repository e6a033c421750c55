package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.LockedTransactions;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.ConfigurableTransactionManager;

class LockTransactionAutoConfigurationTests {

    private static final String POST_PROCESSOR = "lockedTransactionsPostProcessor";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LockTransactionAutoConfiguration.class))
            .withBean("first", EmptyTransactions.class)
            .withBean("second", EmptyTransactions.class);

    @Test
    void everyTransactionManagerAsksForTheLock() {
        runner.run(context -> assertThat(context.getBeansOfType(EmptyTransactions.class))
                .hasSize(2)
                .allSatisfy((name, manager) -> assertThat(manager.getTransactionExecutionListeners())
                        .hasOnlyElementsOfType(LockedTransactions.class)
                        .hasSize(1)));
    }

    @Test
    void whereItIsDisabledNoneAsks() {
        runner.withPropertyValues("dynamolock.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean(POST_PROCESSOR);
            assertThat(context.getBean("first", EmptyTransactions.class).getTransactionExecutionListeners())
                    .isEmpty();
        });
    }

    @Test
    void withoutSpringsTransactionsThereIsNothing() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LockTransactionAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(ConfigurableTransactionManager.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(POST_PROCESSOR));
    }

    @Test
    void withoutTheLockClientsClassesThereIsNothing() {
        runner.withClassLoader(new FilteredClassLoader(LockClient.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(POST_PROCESSOR));
    }
}
