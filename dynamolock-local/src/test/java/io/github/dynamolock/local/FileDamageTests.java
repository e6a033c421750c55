package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Files that a process left torn, that are damaged, in use or none of ours. */
class FileDamageTests extends FileContract {
    /** As a process leaves the file that is killed at any point of its last write. */
    @Test
    void aFileTornAnywhereInItsLastWriteKeepsAllBeforeAndTransactionsWhole() throws IOException {
        long before;
        try (LocalDynamoDb dynamo = open()) {
            DynamoDbClient client = dynamo.client();
            createTable(client);
            put(client, "a", "1");
            put(client, "b", "1");
            before = Files.size(file());
            client.transactWriteItems(t -> t.transactItems(
                    TransactWriteItem.builder()
                            .put(p -> p.tableName(TABLE).item(item("a", "2")))
                            .build(),
                    TransactWriteItem.builder()
                            .delete(d -> d.tableName(TABLE).key(Map.of("pk", AttributeValue.fromS("b"))))
                            .build()));
        }
        byte[] whole = Files.readAllBytes(file());
        List<Integer> lengths = new ArrayList<>();
        for (int length = (int) before; length <= whole.length; length += 31) {
            lengths.add(length);
        }
        lengths.add(whole.length - 1);
        for (int length : lengths) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (LocalDynamoDb dynamo = open()) {
                assertThat(get(dynamo.client(), "a")).isEqualTo(item("a", "1"));
                assertThat(get(dynamo.client(), "b")).isEqualTo(item("b", "1"));
                put(dynamo.client(), "c", "after");
            }
            try (LocalDynamoDb dynamo = open()) {
                assertThat(get(dynamo.client(), "c")).isEqualTo(item("c", "after"));
            }
        }
        Files.write(file(), whole);
        try (LocalDynamoDb dynamo = open()) {
            assertThat(get(dynamo.client(), "a")).isEqualTo(item("a", "2"));
            assertThat(get(dynamo.client(), "b")).isEmpty();
        }
    }

    @Test
    void aFileDamagedInTheMiddleIsRefusedAndLeftAsItIs() throws IOException {
        try (LocalDynamoDb dynamo = open()) {
            createTable(dynamo.client());
            put(dynamo.client(), "a", "value");
            put(dynamo.client(), "b", "value");
        }
        String damaged = Files.readString(file()).replaceFirst("value", "walue");
        Files.writeString(file(), damaged);
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("damaged in line")
                .hasMessageContaining(file().toString());
        assertThat(file()).hasContent(damaged);
    }

    @Test
    void aFileThatIsNotOursIsRefusedAndLeftAsItIs() throws IOException {
        Files.writeString(file(), "something else");
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is no data file of dynamolock-local");
        assertThat(file()).hasContent("something else");
    }

    @Test
    void aFileInUseIsRefused() {
        try (LocalDynamoDb first = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is in use by another LocalDynamoDb");
            createTable(first.client());
        }
        open().close();
    }

    @Test
    void theDirectoryIsMadeAndNothingElseIsLeftInIt() throws IOException {
        Path nested = directory.resolve("some/where/dynamo.data");
        LocalDynamoDb.builder().file(nested).build().close();
        try (var files = Files.list(nested.getParent())) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder("dynamo.data", "dynamo.data.lock");
        }
    }
}
