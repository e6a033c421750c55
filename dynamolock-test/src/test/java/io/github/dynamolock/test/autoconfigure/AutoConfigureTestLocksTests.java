package io.github.dynamolock.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.LockContext;
import io.github.dynamolock.test.TestLocks;
import io.github.dynamolock.test.autoconfigure.AutoConfigureTestLocks.Replace;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The annotation on test classes. */
class AutoConfigureTestLocksTests {

    static class Jobs {

        @DistributedLock(key = "'job'", minHoldTime = "3h")
        public long run() {
            return LockContext.current().fencingToken();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Jobs.class)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ApplicationWithAClient {

        /** Would fail whoever uses it. */
        @Bean
        DynamoDbClient dynamoDb() {
            return new DynamoDbClient() {
                @Override
                public String serviceName() {
                    return "none";
                }

                @Override
                public void close() {}
            };
        }
    }

    @Nested
    @SpringBootTest(classes = Application.class)
    @AutoConfigureTestLocks
    class BetweenTests {

        @Autowired
        TestLocks locks;

        @Autowired
        LockClient client;

        @Autowired
        Jobs jobs;

        @RepeatedTest(2)
        void whatATestLeavesBehindIsGone() throws Exception {
            assertThat(jobs.run()).isPositive();
            assertThat(client.tryAcquire("job")).isEmpty();
            assertThat(locks.otherInstance().hold("others").isHeld()).isTrue();
            assertThat(locks.local().calls().count("UpdateItem")).isEqualTo(3);
            locks.local().faults().onAny().serverError();
        }

        @RepeatedTest(2)
        void whatTheApplicationHoldsItKeeps() throws Exception {
            if (client.heldLocks().isEmpty()) {
                LockHandle held = client.acquire("leader");
                assertThat(held.isHeld()).isTrue();
            }
            locks.advance(client.leaseDuration());
            assertThat(client.heldLocks()).hasSize(1);
        }
    }

    @Nested
    @SpringJUnitConfig(Jobs.class)
    @AutoConfigureTestLocks
    class WithoutAutoConfigurationOfTheRest {

        @Test
        void annotatedMethodsAreLocked(@Autowired Jobs jobs, @Autowired TestLocks locks) throws Exception {
            assertThat(jobs.run()).isPositive();
            assertThat(locks.local().calls().count("UpdateItem")).isPositive();
        }
    }

    @Nested
    @SpringBootTest(classes = ApplicationWithAClient.class)
    @AutoConfigureTestLocks(replace = Replace.ANY)
    class InThePlaceOfAny {

        @Test
        void theLocksAreInTheLocalOne(@Autowired TestLocks locks, @Autowired LockClient client) throws Exception {
            assertThat(client.tryAcquire("k")).isPresent();
            assertThat(locks.local().calls().count("UpdateItem")).isEqualTo(1);
        }
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            properties = {"dynamolock.table.name=orders", "dynamolock.table.initialize=validate"})
    @AutoConfigureTestLocks
    class WithATableOfAnotherName {

        @Test
        void thatTableIsThere(@Autowired LockClient client) throws Exception {
            assertThat(client.tableName()).isEqualTo("orders");
            assertThat(client.tryAcquire("k")).isPresent();
        }
    }
}
