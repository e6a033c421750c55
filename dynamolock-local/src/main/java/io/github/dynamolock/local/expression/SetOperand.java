package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Errors;
import io.github.dynamolock.local.value.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The right side of a SET action. All paths in it refer to the item as it was before the update. */
sealed interface SetOperand {

    AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values);

    /** The value that is known without an item, or null. */
    default @Nullable AttributeValue literal(Map<String, AttributeValue> values) {
        return null;
    }

    /** Checks the types of the values given, which the text of the expression alone does not tell. */
    default void check(Map<String, AttributeValue> values, TypeRules rules) {}

    /** A path, which has to be there, or a value. */
    record Plain(Operand operand) implements SetOperand {
        @Override
        public AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue value = operand.resolve(item, values);
            if (value == null) {
                throw Errors.validation(
                        "The provided expression refers to an attribute that does not exist in the item");
            }
            return value;
        }

        @Override
        public @Nullable AttributeValue literal(Map<String, AttributeValue> values) {
            return operand.literal(values);
        }
    }

    /** {@code if_not_exists(path, otherwise)}. */
    record IfNotExists(Path path, SetOperand otherwise) implements SetOperand {
        @Override
        public AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue value = path.in(item);
            return value != null ? value : otherwise.resolve(item, values);
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            otherwise.check(values, rules);
        }
    }

    /** {@code list_append(first, second)}. */
    record ListAppend(SetOperand first, SetOperand second) implements SetOperand {
        @Override
        public AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            List<AttributeValue> joined = new ArrayList<>(list(first.resolve(item, values)));
            joined.addAll(list(second.resolve(item, values)));
            return AttributeValue.fromL(joined);
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            first.check(values, rules);
            second.check(values, rules);
            rules.require("list_append", AttributeValue.Type.L, first.literal(values));
            rules.require("list_append", AttributeValue.Type.L, second.literal(values));
        }

        private static List<AttributeValue> list(AttributeValue value) {
            if (value.type() != AttributeValue.Type.L) {
                throw incorrectType();
            }
            return value.l();
        }
    }

    /** {@code left + right} or {@code left - right}. */
    record Arithmetic(SetOperand left, boolean plus, SetOperand right) implements SetOperand {
        @Override
        public AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            BigDecimal first = number(left.resolve(item, values));
            BigDecimal second = number(right.resolve(item, values));
            return AttributeValue.fromN(Numbers.canonical(plus ? first.add(second) : first.subtract(second)));
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            left.check(values, rules);
            right.check(values, rules);
            rules.require(plus ? "+" : "-", AttributeValue.Type.N, left.literal(values));
            rules.require(plus ? "+" : "-", AttributeValue.Type.N, right.literal(values));
        }

        private static BigDecimal number(AttributeValue value) {
            if (value.type() != AttributeValue.Type.N) {
                throw incorrectType();
            }
            return Numbers.of(value.n());
        }
    }

    /** The error for an attribute of the item that has a type the update cannot work on. */
    static RuntimeException incorrectType() {
        return Errors.validation("An operand in the update expression has an incorrect data type");
    }
}
