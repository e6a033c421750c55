package io.github.dynamolock.spring.autoconfigure;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
import software.amazon.awssdk.regions.providers.AwsRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Builds the DynamoDB client of an application that has none of its own. */
final class DynamoDbClients {

    private static final Logger LOGGER = LoggerFactory.getLogger(DynamoDbClients.class);

    private final DynamoLockConnectionDetails connection;
    private final @Nullable AwsCredentialsProvider credentials;
    private final @Nullable AwsRegionProvider region;

    /**
     * What is known of the client to build.
     *
     * @param connection where DynamoDB is
     * @param credentials the application's own provider, for what the connection leaves open; may be null
     * @param region the application's own provider, likewise
     */
    DynamoDbClients(
            DynamoLockConnectionDetails connection,
            @Nullable AwsCredentialsProvider credentials,
            @Nullable AwsRegionProvider region) {
        this.connection = connection;
        this.credentials = credentials;
        this.region = region;
    }

    DynamoDbClient create() {
        URI endpoint = connection.getEndpoint();
        boolean onThisMachine = endpoint != null && isPlainLoopback(endpoint);
        DynamoDbClientBuilder builder = DynamoDbClient.builder();
        if (endpoint != null) {
            builder.endpointOverride(endpoint);
        }
        try {
            AwsCredentialsProvider given = givenCredentials();
            if (given != null) {
                builder.credentialsProvider(given);
            } else if (onThisMachine) {
                builder.credentialsProvider(credentialsOrAny());
            }
            Region where = givenRegion();
            if (where != null) {
                builder.region(where);
            } else if (onThisMachine) {
                builder.region(regionOrAny());
            }
            DynamoDbClient client = builder.build();
            if (onThisMachine && given == null) {
                LOGGER.info(
                        "DynamoDB at {} is on this machine: no AWS credentials or region are needed, and made-up ones stand"
                                + " in where none are configured",
                        endpoint);
            }
            return client;
        } catch (SdkClientException failure) {
            throw TableFailures.noClient(failure);
        }
    }

    private @Nullable AwsCredentialsProvider givenCredentials() {
        String accessKey = connection.getAccessKey();
        String secretKey = connection.getSecretKey();
        return accessKey == null || secretKey == null
                ? credentials
                : StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey));
    }

    private @Nullable Region givenRegion() {
        String name = connection.getRegion();
        if (name != null) {
            return Region.of(name);
        }
        return region == null ? null : region.getRegion();
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
