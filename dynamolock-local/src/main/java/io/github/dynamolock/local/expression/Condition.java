package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Attributes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Something that is true or false for an item; the item of a row that does not exist is empty. */
sealed interface Condition extends Node {

    boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values);

    /** Checks the types of the values given, which the text of the expression alone does not tell. */
    default void check(Map<String, AttributeValue> values, TypeRules rules) {}

    /** The function that the condition calls, or null when it is no function. */
    default @Nullable String function() {
        return null;
    }

    /** Both sides hold. */
    record And(Condition left, Condition right) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            return left.test(item, values) && right.test(item, values);
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            left.check(values, rules);
            right.check(values, rules);
        }
    }

    /** One side holds. */
    record Or(Condition left, Condition right) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            return left.test(item, values) || right.test(item, values);
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            left.check(values, rules);
            right.check(values, rules);
        }
    }

    /** The other does not hold. */
    record Not(Condition negated) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            return !negated.test(item, values);
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            negated.check(values, rules);
        }
    }

    /** {@code left = right} and its kin. */
    record Comparison(Comparator comparator, Operand left, Operand right) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            return comparator.test(left.resolve(item, values), right.resolve(item, values));
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            if (comparator.isOrder()) {
                rules.requireOrdered(comparator.symbol(), left.literal(values));
                rules.requireOrdered(comparator.symbol(), right.literal(values));
            }
        }
    }

    /** {@code tested BETWEEN lower AND upper}, both bounds included. */
    record Between(Operand tested, Operand lower, Operand upper) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue value = tested.resolve(item, values);
            return Comparator.GREATER_OR_EQUAL.test(value, lower.resolve(item, values))
                    && Comparator.LESS_OR_EQUAL.test(value, upper.resolve(item, values));
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            rules.requireOrdered("BETWEEN", tested.literal(values));
            rules.requireBounds(lower.literal(values), upper.literal(values));
        }
    }

    /** {@code tested IN (…)}. */
    record In(Operand tested, List<Operand> candidates) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue value = tested.resolve(item, values);
            for (Operand candidate : candidates) {
                if (Comparator.EQUAL.test(value, candidate.resolve(item, values))) {
                    return true;
                }
            }
            return false;
        }
    }

    /** {@code attribute_exists(path)} or {@code attribute_not_exists(path)}. */
    record Exists(Path path, boolean wanted) implements Condition {
        @Override
        public String function() {
            return wanted ? "attribute_exists" : "attribute_not_exists";
        }

        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            return (path.in(item) != null) == wanted;
        }
    }

    /** {@code attribute_type(path, :type)}. */
    record OfType(Path path, Operand.OfValue type) implements Condition {
        @Override
        public String function() {
            return "attribute_type";
        }

        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue value = path.in(item);
            AttributeValue name = type.literal(values);
            return value != null && name != null && Attributes.type(value).equals(name.s());
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            rules.requireTypeName(type.literal(values));
        }
    }

    /** {@code begins_with(tested, prefix)}, for texts and binaries. */
    record BeginsWith(Operand tested, Operand prefix) implements Condition {
        @Override
        public String function() {
            return "begins_with";
        }

        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue value = tested.resolve(item, values);
            AttributeValue start = prefix.resolve(item, values);
            if (value == null || start == null || value.type() != start.type()) {
                return false;
            }
            return switch (value.type()) {
                case S -> value.s().startsWith(start.s());
                case B -> Bytes.startsWith(value.b(), start.b());
                default -> false;
            };
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            rules.requireTextOrBinary("begins_with", tested.literal(values));
            rules.requireTextOrBinary("begins_with", prefix.literal(values));
        }
    }

    /** {@code contains(container, element)}: a part of a text or binary, an element of a set or list. */
    record Contains(Operand container, Operand element) implements Condition {
        @Override
        public String function() {
            return "contains";
        }

        @Override
        public boolean test(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue whole = container.resolve(item, values);
            AttributeValue part = element.resolve(item, values);
            return whole != null && part != null && holds(whole, part);
        }

        private static boolean holds(AttributeValue whole, AttributeValue part) {
            return switch (whole.type()) {
                case S -> isText(part) && whole.s().contains(part.s());
                case B -> isBinary(part) && Bytes.contains(whole.b(), part.b());
                case SS -> isText(part) && whole.ss().contains(part.s());
                case NS -> part.type() == AttributeValue.Type.N && whole.ns().contains(part.n());
                case BS -> isBinary(part) && whole.bs().contains(part.b());
                case L -> whole.l().stream().anyMatch(element -> Attributes.equal(element, part));
                default -> false;
            };
        }

        private static boolean isText(AttributeValue value) {
            return value.type() == AttributeValue.Type.S;
        }

        private static boolean isBinary(AttributeValue value) {
            return value.type() == AttributeValue.Type.B;
        }
    }
}
