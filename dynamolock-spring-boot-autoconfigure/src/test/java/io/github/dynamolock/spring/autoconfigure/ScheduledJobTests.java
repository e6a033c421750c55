package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.OnUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A job that all instances of an application are due to run at about the same time. */
class ScheduledJobTests {

    private static final int INSTANCES = 3;
    private static final int PERIODS = 30;

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();
    private final List<ConfigurableApplicationContext> instances = new ArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();

    @BeforeEach
    void start() throws InterruptedException {
        LockTables.create(dynamoDb.client(), LockTableSpec.of("locks"));
        for (int i = 0; i < INSTANCES; i++) {
            SpringApplication application = new SpringApplication(Instance.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            application.setRegisterShutdownHook(false);
            application.addInitializers(context -> {
                context.getBeanFactory().registerSingleton("dynamoDbClient", dynamoDb.client());
                context.getBeanFactory().registerSingleton("runs", runs);
            });
            instances.add(application.run(
                    "--spring.main.banner-mode=off",
                    "--dynamolock.lease-duration=2s",
                    "--dynamolock.heartbeat-period=200ms"));
        }
    }

    @AfterEach
    void stop() {
        instances.forEach(ConfigurableApplicationContext::close);
        dynamoDb.close();
    }

    private Jobs jobs(int instance) {
        return instances.get(instance % INSTANCES).getBean(Jobs.class);
    }

    @Test
    void itRunsOnceInEachPeriodAlthoughTheInstancesClocksDiffer() throws InterruptedException {
        try (LockClient observer =
                LockClient.builder(dynamoDb.client()).table("locks").build()) {
            for (int period = 0; period < PERIODS; ) {
                runs.set(0);
                long began = System.nanoTime();
                // Each instance comes when the one before has already ended its run.
                for (int instance = period; instance < period + INSTANCES; instance++) {
                    jobs(instance).report();
                }
                // On a machine that stood still meanwhile, the instances' clocks differed by more than is allowed.
                if (System.nanoTime() - began < Jobs.MIN_HOLD.toNanos()) {
                    assertThat(runs).as("runs in period %d", period).hasValue(1);
                    period++;
                }
                await().atMost(Duration.ofSeconds(20))
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> observer.find("report").orElseThrow().state() == LockInfo.State.FREE);
            }
        }
    }

    @Test
    void aJobThatIsStuckIsInterruptedAndAnotherInstanceRunsIt() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> jobs(0).stuck(never))
                .satisfies(lost -> assertThat(lost.loss().reason()).isEqualTo(LockLoss.Reason.MAX_HOLD));
        assertThat(Thread.interrupted()).isFalse();
        never.countDown();
        jobs(1).stuck(never);
        assertThat(runs).hasValue(1);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DynamoLockAutoConfiguration.class, DistributedLockAutoConfiguration.class})
    static class Instance {

        @Bean
        Jobs jobs(AtomicInteger runs) {
            return new Jobs(runs);
        }
    }

    static class Jobs {

        static final Duration MIN_HOLD = Duration.ofMillis(300);

        private final AtomicInteger runs;

        Jobs(AtomicInteger runs) {
            this.runs = runs;
        }

        @DistributedLock(key = "'report'", waitTime = "0s", onUnavailable = OnUnavailable.SKIP, minHoldTime = "300ms")
        public void report() {
            runs.incrementAndGet();
        }

        @DistributedLock(key = "'stuck'", waitTime = "10s", maxHoldTime = "500ms")
        public void stuck(CountDownLatch end) throws InterruptedException {
            assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
            runs.incrementAndGet();
        }
    }
}
