package io.github.dynamolock.verification.peers;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A process's clients of the AWS SDK, on its default HTTP clients, with connections enough for 500 waiters. */
record Sdk(DynamoDbClient blocking, DynamoDbAsyncClient asynchronous) implements AutoCloseable {
    private static final int CONNECTIONS = 200;

    static Sdk of(URI endpoint) {
        StaticCredentialsProvider credentials =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("peers", "peers"));
        return new Sdk(
                DynamoDbClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .httpClientBuilder(Apache5HttpClient.builder().maxConnections(CONNECTIONS))
                        .build(),
                DynamoDbAsyncClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .httpClientBuilder(NettyNioAsyncHttpClient.builder().maxConcurrency(CONNECTIONS))
                        .build());
    }

    @Override
    public void close() {
        blocking.close();
        asynchronous.close();
    }
}
