package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;

/** Values of DynamoDB's legacy parameters. */
final class Legacy {
    private Legacy() {}

    static Condition equalTo(AttributeValue value) {
        return Condition.builder()
                .comparisonOperator(ComparisonOperator.EQ)
                .attributeValueList(value)
                .build();
    }

    static ExpectedAttributeValue expected(AttributeValue value) {
        return ExpectedAttributeValue.builder().value(value).build();
    }
}
