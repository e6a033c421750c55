package io.github.dynamolock;

import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A local DynamoDB as a back end: in the same process, or through HTTP and the real SDK. */
final class LocalBackEnd implements AutoCloseable {

    final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final @Nullable LocalEndpoint endpoint;
    private final List<DynamoDbClient> clients = new ArrayList<>();

    private LocalBackEnd(boolean http) {
        endpoint = http ? dynamo.serve(0) : null;
    }

    static LocalBackEnd inProcess() {
        return new LocalBackEnd(false);
    }

    static LocalBackEnd http() {
        return new LocalBackEnd(true);
    }

    DynamoDbClient newClient() {
        if (endpoint == null) {
            return dynamo.client();
        }
        DynamoDbClient client = sdkClient(endpoint.uri());
        clients.add(client);
        return client;
    }

    static DynamoDbClient sdkClient(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    @Override
    public void close() {
        clients.forEach(DynamoDbClient::close);
        dynamo.close();
    }
}
