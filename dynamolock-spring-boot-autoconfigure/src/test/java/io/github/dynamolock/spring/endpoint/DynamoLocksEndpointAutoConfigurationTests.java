package io.github.dynamolock.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.FakeLockClient;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DynamoLocksEndpointAutoConfigurationTests {

    private final ApplicationContextRunner exposed = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DynamoLocksEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=dynamolocks");

    private final ApplicationContextRunner runner = exposed.withBean(FakeLockClient.class);

    @Test
    void theEndpointIsThereWhereItIsExposed() {
        runner.run(context -> assertThat(context).hasSingleBean(DynamoLocksEndpoint.class));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DynamoLocksEndpointAutoConfiguration.class))
                .withBean(FakeLockClient.class)
                .run(context -> assertThat(context).doesNotHaveBean(DynamoLocksEndpoint.class));
    }

    @Test
    void anEndpointOfTheApplicationsOwnIsKept() {
        runner.withBean("own", DynamoLocksEndpoint.class, () -> new DynamoLocksEndpoint(Map.of()))
                .run(context -> assertThat(context)
                        .hasSingleBean(DynamoLocksEndpoint.class)
                        .hasBean("own"));
    }

    @Test
    void withoutLockClientThereIsNone() {
        exposed.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DynamoLocksEndpoint.class));
    }

    @Test
    void withoutActuatorsClassesThereIsNone() {
        runner.withClassLoader(new FilteredClassLoader(Endpoint.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DynamoLocksEndpoint.class));
    }

    @Test
    void withoutTheLockClientsClassesThereIsNone() {
        exposed.withClassLoader(new FilteredClassLoader(LockClient.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DynamoLocksEndpoint.class));
    }
}
