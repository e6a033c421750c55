package io.github.dynamolock.local.expression;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: a condition or filter expression. */
public final class CompiledCondition implements CompiledExpression {
    private final Usage usage;
    private final Condition condition;

    CompiledCondition(Usage usage, Condition condition) {
        this.usage = usage;
        this.condition = condition;
    }

    /** Whether the condition holds for an item; a row that does not exist is an empty one. */
    public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
        return condition.test(item, values);
    }

    @Override
    public Usage usage() {
        return usage;
    }

    @Override
    public void check(Map<String, AttributeValue> values) {
        condition.check(values, new TypeRules(usage.label()));
    }
}
