package io.github.dynamolock.spring.autoconfigure;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.StringUtils;

/** The connection that the properties describe. */
final class PropertiesConnectionDetails implements DynamoLockConnectionDetails {

    private final DynamoLockProperties.Client properties;

    PropertiesConnectionDetails(DynamoLockProperties.Client properties) {
        this.properties = properties;
        requireUrl(properties.endpoint());
    }

    @Override
    public @Nullable URI getEndpoint() {
        return properties.endpoint();
    }

    @Override
    public @Nullable String getRegion() {
        return StringUtils.hasText(properties.region()) ? properties.region() : null;
    }

    private static void requireUrl(@Nullable URI endpoint) {
        if (endpoint != null
                && (endpoint.getHost() == null
                        || !String.valueOf(endpoint.getScheme()).matches("(?i)https?"))) {
            throw new InvalidConfigurationPropertyValueException(
                    "dynamolock.client.endpoint", endpoint, "It must be a URL, as in http://localhost:8000.");
        }
    }
}
