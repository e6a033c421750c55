package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class DynamoDbClientsTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8000",
                "http://127.0.0.1",
                "http://127.1.2.3:1",
                "HTTP://LOCALHOST",
                "http://[::1]:8000"
            })
    void plainHttpToThisMachineNeedsNoCredentials(URI endpoint) {
        assertThat(DynamoDbClients.isPlainLoopback(endpoint)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost:8000",
                "http://example.org",
                "http://127.0.0.1.example.org",
                "http://10.0.0.1:8000",
                "localhost:8000"
            })
    void anyOtherEndpointDoes(URI endpoint) {
        assertThat(DynamoDbClients.isPlainLoopback(endpoint)).isFalse();
    }

    @Test
    void theRegionAndTheEndpointReachTheClient() {
        DynamoLockProperties.Client settings =
                new DynamoLockProperties.Client(URI.create("http://localhost:8000"), "eu-central-1");
        try (DynamoDbClient client =
                new DynamoDbClients(new PropertiesConnectionDetails(settings), null, null).create()) {
            assertThat(client.serviceClientConfiguration().region()).isEqualTo(Region.EU_CENTRAL_1);
            assertThat(client.serviceClientConfiguration().endpointOverride())
                    .contains(URI.create("http://localhost:8000"));
        }
    }
}
