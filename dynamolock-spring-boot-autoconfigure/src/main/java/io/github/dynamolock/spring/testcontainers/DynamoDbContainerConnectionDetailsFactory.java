package io.github.dynamolock.spring.testcontainers;

import io.github.dynamolock.spring.autoconfigure.DynamoLockConnectionDetails;
import java.net.URI;
import java.util.List;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.testcontainers.containers.Container;

/**
 * Turns a container of {@code amazon/dynamodb-local} or {@code localstack/localstack} with {@code @ServiceConnection} into
 * {@link DynamoLockConnectionDetails}: its first exposed port, any region and any credentials, which is all that these ask
 * for. Other images take the name: {@code @ServiceConnection("amazon/dynamodb-local")}. Found by Boot; not for use in code.
 */
public final class DynamoDbContainerConnectionDetailsFactory
        extends ContainerConnectionDetailsFactory<Container<?>, DynamoLockConnectionDetails> {

    /** For Boot. */
    public DynamoDbContainerConnectionDetailsFactory() {
        super(List.of("amazon/dynamodb-local", "localstack/localstack"));
    }

    @Override
    protected DynamoLockConnectionDetails getContainerConnectionDetails(
            ContainerConnectionSource<Container<?>> source) {
        return new Details(source);
    }

    private static final class Details extends ContainerConnectionDetails<Container<?>>
            implements DynamoLockConnectionDetails {

        private static final String ANY = "local";

        Details(ContainerConnectionSource<Container<?>> source) {
            super(source);
        }

        @Override
        public URI getEndpoint() {
            Container<?> container = getContainer();
            return URI.create("http://" + container.getHost() + ":" + container.getFirstMappedPort());
        }

        @Override
        public String getRegion() {
            return "us-east-1";
        }

        @Override
        public String getAccessKey() {
            return ANY;
        }

        @Override
        public String getSecretKey() {
            return ANY;
        }
    }
}
