package io.github.dynamolock.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** That what the benchmark counts was done. */
class ConditionalUpdatesTests {
    @Test
    void everyUpdateCountedWasApplied() throws Exception {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create();
                LocalEndpoint endpoint = dynamo.serve(0);
                DynamoDbClient sdk = SdkCounter.client(endpoint.uri())) {
            SdkCounter.createTable(dynamo.client());
            assertApplied(dynamo, () -> new SdkCounter(dynamo.client()));
            assertApplied(dynamo, () -> new SdkCounter(sdk));
            assertApplied(dynamo, () -> new RawCounter(endpoint.uri()));
        }
    }

    private static void assertApplied(LocalDynamoDb dynamo, ConditionalUpdates.Counters counters) throws Exception {
        dynamo.calls().reset();
        ConditionalUpdates.Result result = ConditionalUpdates.run(counters, 3, Duration.ofMillis(50));
        assertThat(result.updates()).isEqualTo(dynamo.calls().count("UpdateItem"));
        for (int i = 0; i < 3; i++) {
            String key = "counter-" + i;
            assertThat(dynamo.client()
                            .getItem(get -> get.tableName(ConditionalUpdates.TABLE)
                                    .key(Map.of("pk", AttributeValue.fromS(key))))
                            .item())
                    .containsEntry(
                            "v",
                            AttributeValue.fromN(Long.toString(result.counts().get(i))));
        }
    }

    @Test
    void anUpdateThatIsRefusedFailsTheRun() throws Exception {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create();
                LocalEndpoint endpoint = dynamo.serve(0)) {
            SdkCounter.createTable(dynamo.client());
            try (RawCounter counter = new RawCounter(endpoint.uri())) {
                counter.reset("counter-0");
                assertThatThrownBy(() -> counter.raise("counter-0", 7))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("ConditionalCheckFailedException");
            }
        }
    }
}
