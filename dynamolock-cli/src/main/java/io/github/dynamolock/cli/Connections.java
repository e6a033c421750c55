package io.github.dynamolock.cli;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Connects to DynamoDB as the AWS SDK is set up, or to another endpoint. */
final class Connections {

    private Connections() {}

    static DynamoDbClient open(@Nullable URI endpoint, @Nullable String region) {
        DynamoDbClientBuilder builder = DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder());
        boolean onThisMachine = endpoint != null && isPlainLoopback(endpoint);
        if (endpoint != null) {
            builder.endpointOverride(requireWeb(endpoint));
        }
        if (onThisMachine) {
            builder.credentialsProvider(credentialsOrAny());
        }
        if (region != null) {
            builder.region(Region.of(region));
        } else if (onThisMachine) {
            builder.region(regionOrAny());
        }
        return builder.build();
    }

    private static URI requireWeb(URI endpoint) {
        String scheme = endpoint.getScheme();
        boolean web = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        if (!web || endpoint.getHost() == null) {
            throw new IllegalArgumentException("--endpoint must be a URL such as http://localhost:8000");
        }
        return endpoint;
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
