package io.github.dynamolock.spring.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockConnectionDetails;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.testcontainers.context.ImportTestcontainers;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Containers that say where DynamoDB is; here they are a local DynamoDB that only looks like one. */
class DynamoDbContainerConnectionDetailsFactoryTests {

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();
    private final LocalEndpoint endpoint = dynamoDb.serve(0);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ServiceConnectionAutoConfiguration.class, DynamoLockAutoConfiguration.class))
            .withPropertyValues("dynamolock.table.initialize=create")
            .withBean(LocalEndpoint.class, () -> endpoint, definition -> definition.setDestroyMethodName(""));

    @AfterEach
    void close() {
        endpoint.close();
        dynamoDb.close();
    }

    @Test
    void theLockTableIsInTheContainer() {
        runner.withUserConfiguration(DynamoDbLocalContainer.class).run(context -> {
            assertThat(context).hasSingleBean(DynamoLockConnectionDetails.class);
            context.getBean(LockClient.class).acquire("a").release();
            assertThat(dynamoDb.calls().count("UpdateItem")).isEqualTo(2);
        });
    }

    @Test
    void theContainerWinsOverTheProperties() {
        runner.withUserConfiguration(DynamoDbLocalContainer.class)
                .withPropertyValues(
                        "dynamolock.client.endpoint=http://localhost:1", "dynamolock.client.region=eu-west-1")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(DynamoLockConnectionDetails.class)
                                    .getEndpoint())
                            .isEqualTo(endpoint.uri());
                });
    }

    @Test
    void anotherImageTakesTheName() {
        runner.withUserConfiguration(NamedContainer.class)
                .run(context -> assertThat(context).hasSingleBean(DynamoLockConnectionDetails.class));
    }

    @Test
    void anotherImageWithoutTheNameIsNone() {
        runner.withUserConfiguration(OtherContainer.class)
                .withPropertyValues("dynamolock.client.endpoint=" + endpoint.uri())
                .run(context -> assertThat(context).doesNotHaveBean(DynamoLockConnectionDetails.class));
    }

    @Test
    void containersInFieldsAreKnownByTheirImage() {
        for (Class<?> containers : List.of(ContainersByImage.class, LocalStackByImage.class)) {
            runner.withUserConfiguration(containers)
                    .withPropertyValues("dynamolock.table.initialize=none")
                    .run(context -> assertThat(context)
                            .hasSingleBean(DynamoLockConnectionDetails.class)
                            .getBean(DynamoLockConnectionDetails.class)
                            .extracting(DynamoLockConnectionDetails::getEndpoint)
                            .isEqualTo(URI.create("http://localhost:1")));
        }
    }

    /** Is where the local DynamoDB is, and needs no Docker. */
    static final class FakeContainer extends GenericContainer<FakeContainer> {

        private final String image;
        private final URI uri;

        FakeContainer(String image, URI uri) {
            super(DockerImageName.parse(image));
            this.image = image;
            this.uri = uri;
        }

        @Override
        public String getDockerImageName() {
            return image;
        }

        @Override
        public void start() {}

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public void stop() {}

        @Override
        public String getHost() {
            return uri.getHost();
        }

        @Override
        public Integer getFirstMappedPort() {
            return uri.getPort();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DynamoDbLocalContainer {

        @Bean
        @ServiceConnection("amazon/dynamodb-local")
        FakeContainer container(LocalEndpoint endpoint) {
            return new FakeContainer("amazon/dynamodb-local:2.5.2", endpoint.uri());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NamedContainer {

        @Bean
        @ServiceConnection("amazon/dynamodb-local")
        FakeContainer container(LocalEndpoint endpoint) {
            return new FakeContainer("registry.example/ddb:1", endpoint.uri());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherContainer {

        @Bean
        FakeContainer container(LocalEndpoint endpoint) {
            return new FakeContainer("registry.example/ddb:1", endpoint.uri());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportTestcontainers(Images.class)
    static class ContainersByImage {}

    @Configuration(proxyBeanMethods = false)
    @ImportTestcontainers(LocalStackImages.class)
    static class LocalStackByImage {}

    /** Nothing asks them for more than their names. */
    static class Images {

        @ServiceConnection
        static final FakeContainer CONTAINER =
                new FakeContainer("amazon/dynamodb-local:2.5.2", URI.create("http://localhost:1"));
    }

    static class LocalStackImages {

        @ServiceConnection
        static final FakeContainer CONTAINER =
                new FakeContainer("localstack/localstack:4", URI.create("http://localhost:1"));
    }
}
