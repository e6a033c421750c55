package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: a key condition expression: one test, or two joined by AND. */
public final class CompiledKeyCondition implements CompiledExpression {
    private final Usage usage;
    private final Condition condition;
    private final List<KeyTest> tests;

    CompiledKeyCondition(Usage usage, Condition condition) {
        this.usage = usage;
        this.condition = condition;
        this.tests = new ArrayList<>();
        collect(condition);
        Set<String> attributes = new HashSet<>();
        for (KeyTest test : tests) {
            if (!attributes.add(test.attribute())) {
                throw Errors.validation("KeyConditionExpressions must only contain one condition per key");
            }
        }
    }

    /** The tests, in the order of the expression, no two of the same attribute. */
    public List<KeyTest> tests() {
        return List.copyOf(tests);
    }

    @Override
    public Usage usage() {
        return usage;
    }

    @Override
    public void check(Map<String, AttributeValue> values) {
        condition.check(values, new TypeRules(usage.label()));
    }

    private void collect(Condition part) {
        if (part instanceof Condition.And and) {
            collect(and.left());
            collect(and.right());
        } else if (part instanceof Condition.Comparison comparison) {
            tests.add(comparison(comparison));
        } else if (part instanceof Condition.Between between) {
            tests.add(new KeyTest(
                    attribute(between.tested()),
                    KeyTest.Operator.BETWEEN,
                    value(between.lower()),
                    value(between.upper())));
        } else if (part instanceof Condition.BeginsWith begins) {
            String prefix = value(begins.prefix());
            tests.add(new KeyTest(attribute(begins.tested()), KeyTest.Operator.BEGINS_WITH, prefix, prefix));
        } else {
            throw invalidOperator(part);
        }
    }

    private KeyTest comparison(Condition.Comparison comparison) {
        boolean valueFirst = comparison.left() instanceof Operand.OfValue;
        Operand attribute = valueFirst ? comparison.right() : comparison.left();
        String value = value(valueFirst ? comparison.left() : comparison.right());
        Comparator comparator = valueFirst ? comparison.comparator().mirrored() : comparison.comparator();
        KeyTest.Operator operator = switch (comparator) {
            case EQUAL -> KeyTest.Operator.EQUAL;
            case LESS -> KeyTest.Operator.LESS;
            case LESS_OR_EQUAL -> KeyTest.Operator.LESS_OR_EQUAL;
            case GREATER -> KeyTest.Operator.GREATER;
            case GREATER_OR_EQUAL -> KeyTest.Operator.GREATER_OR_EQUAL;
            case NOT_EQUAL -> throw Errors.validation("Invalid operator used in KeyConditionExpression: <>");
        };
        return new KeyTest(attribute(attribute), operator, value, value);
    }

    private static String attribute(Operand operand) {
        if (operand instanceof Operand.OfPath path) {
            if (!path.path().rest().isEmpty()) {
                throw Errors.validation("KeyConditionExpressions cannot have conditions on nested attributes");
            }
            return path.path().attribute();
        }
        if (operand instanceof Operand.OfSize) {
            throw Errors.validation("KeyConditionExpressions cannot contain nested operations");
        }
        throw Errors.validation("Invalid condition in KeyConditionExpression: No key attribute specified");
    }

    private static String value(Operand operand) {
        if (operand instanceof Operand.OfValue value) {
            return value.name();
        }
        if (operand instanceof Operand.OfSize) {
            throw Errors.validation("KeyConditionExpressions cannot contain nested operations");
        }
        throw Errors.validation(
                "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition");
    }

    private static RuntimeException invalidOperator(Condition part) {
        String operator = part.function();
        if (operator == null) {
            operator = part instanceof Condition.Or ? "OR" : part instanceof Condition.Not ? "NOT" : "IN";
        }
        return Errors.validation("Invalid operator used in KeyConditionExpression: " + operator);
    }
}
