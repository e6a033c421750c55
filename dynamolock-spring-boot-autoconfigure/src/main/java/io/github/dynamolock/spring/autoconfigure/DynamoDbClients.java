package io.github.dynamolock.spring.autoconfigure;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.StringUtils;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Builds the DynamoDB client of an application that has none of its own. */
final class DynamoDbClients {

    private static final Logger LOGGER = LoggerFactory.getLogger(DynamoDbClients.class);

    private DynamoDbClients() {}

    static DynamoDbClient create(DynamoLockProperties.Client settings) {
        DynamoDbClientBuilder builder = DynamoDbClient.builder();
        URI endpoint = settings.endpoint();
        requireUrl(endpoint);
        boolean onThisMachine = endpoint != null && isPlainLoopback(endpoint);
        if (endpoint != null) {
            builder.endpointOverride(endpoint);
        }
        if (onThisMachine) {
            builder.credentialsProvider(credentialsOrAny()).region(regionOrAny());
            LOGGER.info(
                    "DynamoDB at {} is on this machine: no AWS credentials or region are needed, and made-up ones stand in"
                            + " where none are configured",
                    endpoint);
        }
        if (StringUtils.hasText(settings.region())) {
            builder.region(Region.of(settings.region()));
        }
        try {
            return builder.build();
        } catch (SdkClientException failure) {
            throw TableFailures.noClient(failure);
        }
    }

    private static void requireUrl(@Nullable URI endpoint) {
        if (endpoint != null
                && (endpoint.getHost() == null
                        || !String.valueOf(endpoint.getScheme()).matches("(?i)https?"))) {
            throw new InvalidConfigurationPropertyValueException(
                    "dynamolock.client.endpoint", endpoint, "It must be a URL, as in http://localhost:8000.");
        }
    }

    static boolean isPlainLoopback(URI endpoint) {
        String host = endpoint.getHost();
        if (host == null || !"http".equalsIgnoreCase(endpoint.getScheme())) {
            return false;
        }
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
    }

    /** What is configured on this machine, without asking the network as the default chains do at their end. */
    private static AwsCredentialsProvider credentialsOrAny() {
        return AwsCredentialsProviderChain.of(
                SystemPropertyCredentialsProvider.create(),
                EnvironmentVariableCredentialsProvider.create(),
                ProfileCredentialsProvider.create(),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }

    private static Region regionOrAny() {
        try {
            return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion();
        } catch (SdkClientException none) {
            return Region.US_EAST_1;
        }
    }
}
