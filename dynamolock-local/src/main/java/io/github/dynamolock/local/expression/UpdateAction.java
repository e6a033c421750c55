package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Numbers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an update does at one path. */
sealed interface UpdateAction {

    /**
     * The value at the path after the update, or null for none.
     *
     * @param current the value there now, or null
     * @param item the whole item before the update
     */
    @Nullable
    AttributeValue apply(
            @Nullable AttributeValue current, Map<String, AttributeValue> item, Map<String, AttributeValue> values);

    /** Checks the types of the values given, which the text of the expression alone does not tell. */
    void check(Map<String, AttributeValue> values, TypeRules rules);

    /** {@code SET path = operand}. */
    record Assign(SetOperand operand) implements UpdateAction {
        @Override
        public AttributeValue apply(
                @Nullable AttributeValue current,
                Map<String, AttributeValue> item,
                Map<String, AttributeValue> values) {
            return operand.resolve(item, values);
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            operand.check(values, rules);
        }
    }

    /** {@code REMOVE path}. */
    record Remove() implements UpdateAction {
        @Override
        public @Nullable AttributeValue apply(
                @Nullable AttributeValue current,
                Map<String, AttributeValue> item,
                Map<String, AttributeValue> values) {
            return null;
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {}
    }

    /** {@code ADD path :value}: to a number, or into a set. */
    record Add(String name) implements UpdateAction {
        @Override
        public AttributeValue apply(
                @Nullable AttributeValue current,
                Map<String, AttributeValue> item,
                Map<String, AttributeValue> values) {
            AttributeValue added = Objects.requireNonNull(values.get(name));
            if (current == null) {
                return added;
            }
            if (current.type() != added.type()) {
                throw SetOperand.incorrectType();
            }
            return switch (added.type()) {
                case N ->
                    AttributeValue.fromN(
                            Numbers.canonical(Numbers.of(current.n()).add(Numbers.of(added.n()))));
                case SS -> AttributeValue.fromSs(union(current.ss(), added.ss()));
                case NS -> AttributeValue.fromNs(union(current.ns(), added.ns()));
                default -> AttributeValue.fromBs(union(current.bs(), added.bs()));
            };
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            rules.requireAddable("ADD", true, values.get(name));
        }

        private static <T> List<T> union(List<T> current, List<T> added) {
            Set<T> union = new LinkedHashSet<>(current);
            union.addAll(added);
            return List.copyOf(union);
        }
    }

    /** {@code DELETE path :value}: out of a set, which disappears with its last element. */
    record Delete(String name) implements UpdateAction {
        @Override
        public @Nullable AttributeValue apply(
                @Nullable AttributeValue current,
                Map<String, AttributeValue> item,
                Map<String, AttributeValue> values) {
            AttributeValue removed = Objects.requireNonNull(values.get(name));
            if (current == null) {
                return null;
            }
            if (current.type() != removed.type()) {
                throw SetOperand.incorrectType();
            }
            return switch (removed.type()) {
                case SS -> {
                    List<String> left = without(current.ss(), removed.ss());
                    yield left.isEmpty() ? null : AttributeValue.fromSs(left);
                }
                case NS -> {
                    List<String> left = without(current.ns(), removed.ns());
                    yield left.isEmpty() ? null : AttributeValue.fromNs(left);
                }
                default -> {
                    var left = without(current.bs(), removed.bs());
                    yield left.isEmpty() ? null : AttributeValue.fromBs(left);
                }
            };
        }

        @Override
        public void check(Map<String, AttributeValue> values, TypeRules rules) {
            rules.requireAddable("DELETE", false, values.get(name));
        }

        private static <T> List<T> without(List<T> current, List<T> removed) {
            Set<T> left = new LinkedHashSet<>(current);
            left.removeAll(Set.copyOf(removed));
            return List.copyOf(left);
        }
    }
}
