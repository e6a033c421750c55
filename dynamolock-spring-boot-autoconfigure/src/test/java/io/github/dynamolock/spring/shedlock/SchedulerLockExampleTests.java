package io.github.dynamolock.spring.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.spring.AdapterLocks;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The job of docs/adapters.md in two instances of an application. */
class SchedulerLockExampleTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AdapterLocks locks = new AdapterLocks();
    private final LockClient observer = locks.client();

    private final ApplicationContextRunner instance = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    DynamoLockAutoConfiguration.class,
                    DynamoLockShedLockAutoConfiguration.class,
                    SchedulerLockContextAutoConfiguration.class))
            .withBean(
                    DynamoDbClient.class,
                    () -> locks.dynamo().client(),
                    definition -> definition.setDestroyMethodName(""))
            .withUserConfiguration(Scheduling.class);

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void oneInstanceRunsTheJobAndKeepsItFromTheOthersForLockAtLeastFor() {
        instance.run(one -> instance.run(other -> {
            one.getBean(Reports.class).send();
            other.getBean(Reports.class).send();
            assertThat(one.getBean(Reports.class).tokens()).hasSize(1);
            assertThat(other.getBean(Reports.class).tokens()).isEmpty();
            await().atMost(LIMIT)
                    .until(() -> observer.find("report").orElseThrow().state() == LockInfo.State.FREE);
            other.getBean(Reports.class).send();
            assertThat(other.getBean(Reports.class).tokens())
                    .singleElement()
                    .satisfies(token -> assertThat(token)
                            .isGreaterThan(one.getBean(Reports.class).tokens().get(0)));
        }));
    }

    @Test
    void theLockOfAnInstanceThatStopsMeanwhileIsNotFreedBeforeLockAtLeastFor() {
        instance.run(one -> {
            one.getBean(Reports.class).send();
        });
        instance.run(other -> {
            LockInfo.State state = observer.find("report").orElseThrow().state();
            other.getBean(Reports.class).send();
            assertThat(state).isEqualTo(LockInfo.State.HELD);
            assertThat(other.getBean(Reports.class).tokens()).isEmpty();
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableSchedulerLock(defaultLockAtMostFor = "10m")
    static class Scheduling {

        @Bean
        Reports reports() {
            return new Reports();
        }
    }

    static class Reports {

        private final List<Long> tokens = new ArrayList<>();

        /** A method, for the proxy has fields of its own. */
        List<Long> tokens() {
            return tokens;
        }

        @SchedulerLock(name = "report", lockAtMostFor = "30m", lockAtLeastFor = "3s")
        public void send() {
            LockAssert.assertLocked();
            long token = SchedulerLockContext.current().fencingToken();
            tokens.add(token);
        }
    }
}
