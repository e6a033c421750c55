package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors know of the properties. */
class MetadataTests {

    @Test
    void everyPropertyIsDescribed() throws Exception {
        assertThat(properties())
                .isNotEmpty()
                .allSatisfy(property -> assertThat(property.path("description").asString())
                        .as(property.path("name").asString())
                        .endsWith("."));
    }

    @Test
    void theNamesAreThosePromised() throws Exception {
        assertThat(properties())
                .extracting(property -> property.path("name").asString())
                .containsExactlyInAnyOrder(
                        "dynamolock.enabled",
                        "dynamolock.table.name",
                        "dynamolock.table.partition-key",
                        "dynamolock.table.sort-key.name",
                        "dynamolock.table.sort-key.value",
                        "dynamolock.table.initialize",
                        "dynamolock.table.row-format",
                        "dynamolock.table.released-row-retention",
                        "dynamolock.owner-name",
                        "dynamolock.lease-duration",
                        "dynamolock.heartbeat-period",
                        "dynamolock.wait-time",
                        "dynamolock.poll-interval",
                        "dynamolock.key-prefix",
                        "dynamolock.annotation.order",
                        "dynamolock.annotation.on-lost",
                        "dynamolock.annotation.mode",
                        "dynamolock.client.endpoint",
                        "dynamolock.client.region",
                        "dynamolock.local.enabled",
                        "dynamolock.local.port",
                        "management.health.dynamolock.enabled");
    }

    private static List<JsonNode> properties() throws Exception {
        try (InputStream metadata =
                DynamoLockProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            // Several jars have a file of this name; ours is the first, a directory before the jars.
            return new JsonMapper()
                    .readTree(metadata).path("properties").values().stream()
                            .filter(property ->
                                    !property.path("name").asString().startsWith("management.endpoint."))
                            .toList();
        }
    }
}
