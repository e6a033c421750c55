package io.github.dynamolock;

import java.net.URI;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The contract, on whatever DynamoDB the environment names. */
@EnabledIfEnvironmentVariable(named = "DYNAMOLOCK_TEST_ENDPOINT", matches = ".+")
class EndpointLockClientTests extends AbstractLockClientTests {

    private static final DynamoDbClient CLIENT = LocalBackEnd.sdkClient(
            URI.create(System.getenv().getOrDefault("DYNAMOLOCK_TEST_ENDPOINT", "http://localhost")));

    @Override
    DynamoDbClient newDynamoDb() {
        return CLIENT;
    }

    @Override
    int readsForARefusal() {
        return Integer.parseInt(System.getenv().getOrDefault("DYNAMOLOCK_TEST_READS_FOR_A_REFUSAL", "0"));
    }

    /** Back ends in other languages are slower, and the order of things does not depend on how many there are. */
    @Override
    int sections() {
        return 200;
    }
}
