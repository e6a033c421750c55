package io.github.dynamolock.local.expression;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: an expression that has been parsed, with its names resolved. Immutable. */
public sealed interface CompiledExpression
        permits CompiledCondition, CompiledUpdate, CompiledProjection, CompiledKeyCondition {

    /** What the expression uses of its request. */
    Usage usage();

    /** Checks the types of the values that the expression uses; a validation error when they do not fit. */
    void check(Map<String, AttributeValue> values);
}
