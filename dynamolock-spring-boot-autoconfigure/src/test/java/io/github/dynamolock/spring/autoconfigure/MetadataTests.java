package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors know of the properties. */
class MetadataTests {

    /** Boot's processor describes these of each endpoint. */
    private static final Set<String> OF_BOOT =
            Set.of("management.endpoint.dynamolocks.access", "management.endpoint.dynamolocks.cache.time-to-live");

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
                        "dynamolock.observation.key-shown",
                        "dynamolock.leader",
                        "dynamolock.client.endpoint",
                        "dynamolock.client.region",
                        "dynamolock.local.enabled",
                        "dynamolock.local.port",
                        "dynamolock.local.file",
                        "dynamolock.integration.enabled",
                        "dynamolock.shedlock.enabled",
                        "management.health.dynamolock.enabled",
                        "management.endpoint.dynamolocks.show-keys",
                        "management.endpoint.dynamolocks.roles");
    }

    @Test
    void theDocumentsTableHasEveryPropertyOnce() throws Exception {
        List<String> documented = Files.readAllLines(Path.of("../docs/spring.md")).stream()
                .dropWhile(line -> !line.equals("## Properties"))
                .filter(line -> line.startsWith("| `") && !line.startsWith("| `dynamolock.`"))
                .map(line -> "dynamolock." + line.substring(3, line.indexOf('`', 3)))
                .toList();
        assertThat(properties())
                .extracting(property -> property.path("name").asString())
                .filteredOn(name -> name.startsWith("dynamolock."))
                .containsExactlyInAnyOrderElementsOf(documented);
    }

    @Test
    void theDocumentsTableHasTheDefaultsThatThePropertiesHave() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("../docs/spring.md"));
        assertThat(properties())
                .filteredOn(property -> property.path("name").asString().startsWith("dynamolock."))
                .filteredOn(
                        property -> !property.path("defaultValue").asString("").isEmpty()
                                && !property.path("name").asString().equals("dynamolock.annotation.order"))
                .allSatisfy(property -> assertThat(lines)
                        .anyMatch(line -> line.startsWith("| `"
                                + property.path("name").asString().substring("dynamolock.".length()) + "` | `"
                                + property.path("defaultValue").asString() + "` |")));
    }

    private static List<JsonNode> properties() throws Exception {
        try (InputStream metadata =
                DynamoLockProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            // Several jars have a file of this name; ours is the first, a directory before the jars.
            return new JsonMapper()
                    .readTree(metadata).path("properties").values().stream()
                            .filter(property ->
                                    !OF_BOOT.contains(property.path("name").asString()))
                            .toList();
        }
    }
}
