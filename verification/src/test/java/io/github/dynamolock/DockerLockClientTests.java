package io.github.dynamolock;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The contract, on AWS's DynamoDB Local in a container. */
@EnabledIf(value = "dockerIsAvailable", disabledReason = "Docker is not available")
class DockerLockClientTests extends AbstractLockClientTests {

    private static final int PORT = 8000;
    private static final DockerImageName IMAGE = DockerImageName.parse("amazon/dynamodb-local:2.5.2");

    private static @Nullable GenericContainer<?> container;
    private static @Nullable DynamoDbClient client;

    static boolean dockerIsAvailable() {
        boolean possible = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        boolean available = possible && DockerClientFactory.instance().isDockerAvailable();
        if (!available) {
            System.out.println("DynamoDB Local in a container: SKIPPED, Docker is not available");
        }
        return available;
    }

    @BeforeAll
    @SuppressWarnings("resource") // closed after all tests
    static void startContainer() {
        GenericContainer<?> started = new GenericContainer<>(IMAGE)
                .withCommand("-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb")
                .withExposedPorts(PORT);
        container = started;
        started.start();
        client = LocalBackEnd.sdkClient(URI.create("http://" + started.getHost() + ":" + started.getMappedPort(PORT)));
    }

    @AfterAll
    static void stopContainer() {
        if (client != null) {
            client.close();
        }
        if (container != null) {
            container.stop();
        }
    }

    @Override
    DynamoDbClient newDynamoDb() {
        if (client == null) {
            throw new IllegalStateException("no container was started");
        }
        return client;
    }

    /** A container is slower, and the order of things does not depend on how many there are. */
    @Override
    int sections() {
        return 200;
    }
}
