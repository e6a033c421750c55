package io.github.dynamolock.spring.autoconfigure;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the DynamoDB with the lock table is, for an application that has no {@code DynamoDbClient} bean. A bean of this type
 * wins over the properties {@code dynamolock.client.*}; what it leaves open is looked for where the AWS SDK looks.
 *
 * <p>Containers with {@code @ServiceConnection} give one: see
 * {@link io.github.dynamolock.spring.testcontainers.DynamoDbContainerConnectionDetailsFactory}.
 */
public interface DynamoLockConnectionDetails extends ConnectionDetails {

    /** The address, when it is not AWS's own. */
    default @Nullable URI getEndpoint() {
        return null;
    }

    /** The AWS region. */
    default @Nullable String getRegion() {
        return null;
    }

    /** The access key id; needs a secret key beside it. */
    default @Nullable String getAccessKey() {
        return null;
    }

    /** The secret access key. */
    default @Nullable String getSecretKey() {
        return null;
    }
}
