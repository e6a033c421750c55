package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** The parts of a table's definition. */
final class Schemas {
    private Schemas() {}

    static KeySchemaElement element(String name, String keyType) {
        return KeySchemaElement.builder().attributeName(name).keyType(keyType).build();
    }

    static AttributeDefinition attribute(String name, String type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    /** A global index that projects everything. */
    static GlobalSecondaryIndex index(String name, String partition) {
        return GlobalSecondaryIndex.builder()
                .indexName(name)
                .keySchema(element(partition, "HASH"))
                .projection(p -> p.projectionType("ALL"))
                .build();
    }
}
