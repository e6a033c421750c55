package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with more than one lock client. */
class SeveralClientsTests {

    private final ApplicationContextRunner runner =
            LockTestContext.runner().withBean("orders", FakeLockClient.class).withBean(Jobs.class);

    @Test
    void theAnnotationNamesItsClient() {
        runner.run(context -> {
            context.getBean(Jobs.class).named();
            assertThat(context.getBean("orders", FakeLockClient.class).events)
                    .containsExactly("acquire named", "release named");
        });
    }

    @Test
    void withoutANameItIsAnErrorThatSaysSo() {
        runner.run(context -> assertThatIllegalStateException()
                .isThrownBy(() -> context.getBean(Jobs.class).unnamed())
                .withMessageContaining("Jobs.unnamed() does not say which LockClient to use")
                .withMessageContaining("orders")
                .withMessageContaining("@Primary"));
    }

    static class Jobs {

        @DistributedLock(key = "'named'", client = "orders")
        public void named() {}

        @DistributedLock("'unnamed'")
        public void unnamed() {}
    }
}
