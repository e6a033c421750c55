package io.github.dynamolock.verification.peers;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The lock clients that are measured, each on a table of its own. */
enum PeerKind {
    DYNAMOLOCK("dynamolock", "key", true, true),
    AWS_LOCK_CLIENT("dynamodb-lock-client 1.4.0", "key", true, true),
    SPRING_CLOUD_AWS("Spring Cloud AWS 4.1.0", "lockKey", true, false),
    SHEDLOCK("ShedLock provider 4.42.0", "_id", false, false);

    /** Alike for all. */
    static final Duration LEASE = Duration.ofSeconds(20);

    static final Duration HEARTBEAT = Duration.ofSeconds(5);
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String label;
    private final String partitionKey;
    private final boolean waits;
    private final boolean renews;

    PeerKind(String label, String partitionKey, boolean waits, boolean renews) {
        this.label = label;
        this.partitionKey = partitionKey;
        this.waits = waits;
        this.renews = renews;
    }

    static List<PeerKind> thatWait() {
        return Arrays.stream(values()).filter(kind -> kind.waits).toList();
    }

    static List<PeerKind> thatRenew() {
        return Arrays.stream(values()).filter(kind -> kind.renews).toList();
    }

    String label() {
        return label;
    }

    String table() {
        return "locks-" + name();
    }

    Peer open(Sdk sdk) {
        return switch (this) {
            case DYNAMOLOCK -> new OurPeer(sdk.blocking());
            case AWS_LOCK_CLIENT -> new AwsPeer(sdk.blocking());
            case SPRING_CLOUD_AWS -> new SpringCloudAwsPeer(sdk.asynchronous());
            case SHEDLOCK -> new ShedLockPeer(sdk.blocking());
        };
    }

    void createTable(DynamoDbClient client) {
        client.createTable(table -> table.tableName(table())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(KeySchemaElement.builder()
                        .attributeName(partitionKey)
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName(partitionKey)
                        .attributeType(ScalarAttributeType.S)
                        .build()));
    }
}
