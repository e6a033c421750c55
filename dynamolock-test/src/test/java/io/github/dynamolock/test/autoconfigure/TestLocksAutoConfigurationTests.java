package io.github.dynamolock.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.autoconfigure.core.AwsConnectionDetails;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import io.github.dynamolock.spring.autoconfigure.DistributedLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockConnectionDetails;
import io.github.dynamolock.test.TestLocks;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Where the locks of a tested application are: in a local DynamoDB, or where it says. */
@ExtendWith(OutputCaptureExtension.class)
class TestLocksAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DynamoLockAutoConfiguration.class,
                    DistributedLockAutoConfiguration.class,
                    TestLocksAutoConfiguration.class));

    private final LocalDynamoDb real = LocalDynamoDb.create();

    @AfterEach
    void close() {
        real.close();
    }

    @Test
    void withNothingConfiguredTheyAreInALocalOne() {
        runner.run(context -> {
            TestLocks locks = context.getBean(TestLocks.class);
            LockHandle held = context.getBean(LockClient.class).acquire("k");

            assertThat(locks.local()).isSameAs(context.getBean(LocalDynamoDb.class));
            assertThat(context.getBean(DynamoDbClient.class))
                    .isSameAs(locks.local().client());
            locks.lose("k");
            assertThat(held.isHeld()).isFalse();
        });
    }

    @Test
    void eachContextHasOneOfItsOwn() {
        runner.run(first ->
                runner.run(second -> assertThat(first.getBean(TestLocks.class).local())
                        .isNotSameAs(second.getBean(TestLocks.class).local())));
    }

    @Test
    void whatThePropertiesSayOfAwsIsReplaced() {
        runner.withPropertyValues(
                        "dynamolock.client.endpoint=http://localhost:1",
                        "dynamolock.client.region=eu-west-1",
                        "dynamolock.table.initialize=validate",
                        "dynamolock.table.name=app",
                        "dynamolock.table.partition-key=pk",
                        "dynamolock.table.sort-key.name=sk",
                        "dynamolock.table.row-format=aws-lock-client",
                        "dynamolock.lease-duration=3s",
                        "dynamolock.heartbeat-period=1s")
                .run(context -> {
                    TestLocks locks = context.getBean(TestLocks.class);
                    assertThat(locks.otherInstance().hold("k").isHeld()).isTrue();
                    assertThat(locks.otherInstance().client().leaseDuration()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(context.getBean(LockClient.class).tryAcquire("k"))
                            .isEmpty();
                    assertThat(locks.local().client().listTables().tableNames()).containsExactly("app");
                });
    }

    @Test
    void anEmbeddedOneIsReplacedByOneThatServesNobody(CapturedOutput output) {
        runner.withPropertyValues("dynamolock.local.enabled=true")
                .withBean(DynamoDbClient.class, real::client)
                .run(context -> {
                    assertThat(context.getBean(LockClient.class).tryAcquire("k"))
                            .isPresent();
                    assertThat(context.getBean(TestLocks.class).local().calls().count("UpdateItem"))
                            .isEqualTo(1);
                    assertThat(context.getBean(DynamoDbClient.class)).isSameAs(real.client());
                });
        assertThat(output).doesNotContain("serves http");
    }

    @Test
    void theApplicationsOwnClientIsRespected() {
        runner.withBean(DynamoDbClient.class, real::client)
                .withPropertyValues("dynamolock.table.initialize=create")
                .run(context -> {
                    TestLocks locks = context.getBean(TestLocks.class);
                    LockHandle held = context.getBean(LockClient.class).acquire("k");

                    assertThat(context).doesNotHaveBean(LocalDynamoDb.class);
                    assertThat(real.calls().count("UpdateItem")).isEqualTo(1);
                    locks.lose("k");
                    assertThat(held.isHeld()).isFalse();
                    assertThat(locks.otherInstance().hold("k").isHeld()).isTrue();
                    locks.reset();
                    assertThat(real.client()
                                    .scan(scan -> scan.tableName("locks"))
                                    .count())
                            .isEqualTo(1);
                });
    }

    @Test
    void connectionDetailsAreRespected() {
        try (LocalEndpoint endpoint = real.serve(0)) {
            runner.withBean(DynamoLockConnectionDetails.class, () -> new DynamoLockConnectionDetails() {
                        @Override
                        public URI getEndpoint() {
                            return endpoint.uri();
                        }
                    })
                    .withPropertyValues("dynamolock.table.initialize=create")
                    .run(context -> {
                        assertThat(context).doesNotHaveBean(LocalDynamoDb.class);
                        assertThat(context.getBean(LockClient.class).tryAcquire("k"))
                                .isPresent();
                        assertThat(real.calls().count("UpdateItem")).isEqualTo(1);
                    });
        }
    }

    @Test
    void springCloudAwssConnectionDetailsAreRespected() {
        try (LocalEndpoint endpoint = real.serve(0)) {
            runner.withBean(AwsConnectionDetails.class, () -> new AwsConnectionDetails() {
                        @Override
                        public URI getEndpoint() {
                            return endpoint.uri();
                        }
                    })
                    .withPropertyValues("dynamolock.table.initialize=create")
                    .run(context -> {
                        assertThat(context).doesNotHaveBean(LocalDynamoDb.class);
                        assertThat(context.getBean(LockClient.class).tryAcquire("k"))
                                .isPresent();
                        assertThat(real.calls().count("UpdateItem")).isEqualTo(1);
                    });
        }
    }

    @Test
    void withoutSpringCloudAwsItIsTheSame() {
        runner.withClassLoader(new FilteredClassLoader(AwsConnectionDetails.class))
                .run(context -> assertThat(context).hasSingleBean(LocalDynamoDb.class));
    }

    @Test
    void anyIsReplacedForLocksAloneWhereThatIsAskedFor() {
        runner.withBean(DynamoDbClient.class, real::client)
                .withPropertyValues("dynamolock.test.replace=ANY")
                .run(context -> {
                    assertThat(context.getBean(LockClient.class).tryAcquire("k"))
                            .isPresent();
                    assertThat(context.getBean(DynamoDbClient.class)).isSameAs(real.client());
                    assertThat(real.calls().count("UpdateItem")).isZero();
                    assertThat(context.getBean(TestLocks.class).local().calls().count("UpdateItem"))
                            .isEqualTo(1);
                });
    }

    @Test
    void nothingIsReplacedWhereThatIsAskedFor() {
        try (LocalEndpoint endpoint = real.serve(0)) {
            runner.withPropertyValues(
                            "dynamolock.test.replace=NONE",
                            "dynamolock.client.endpoint=" + endpoint.uri(),
                            "dynamolock.table.initialize=create")
                    .run(context -> {
                        assertThat(context).doesNotHaveBean(LocalDynamoDb.class);
                        LockHandle held = context.getBean(LockClient.class).acquire("k");
                        context.getBean(TestLocks.class).advance(Duration.ofMinutes(5));
                        assertThat(held.isHeld()).isTrue();
                        assertThat(real.calls().count("UpdateItem")).isGreaterThan(30);
                    });
        }
    }

    @Test
    void aSecondLockClientHasTheTimeOfTheTestToo() {
        runner.withUserConfiguration(SecondClient.class).run(context -> {
            LockHandle held = context.getBean("second", LockClient.class).acquire("k");
            context.getBean(TestLocks.class).lose("k");
            assertThat(held.isHeld()).isFalse();
        });
    }

    @Test
    void whereLocksAreDisabledThereIsNothingToTest() {
        runner.withPropertyValues("dynamolock.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(TestLocks.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondClient {

        @Bean(defaultCandidate = false)
        LockClient second(LockClientBuilder builder) {
            return builder.ownerName("second").build();
        }
    }
}
