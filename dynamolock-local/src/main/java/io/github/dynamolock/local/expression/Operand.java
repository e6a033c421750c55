package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Attributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Something that has a value, or none, once an item and the values of the request are given. */
sealed interface Operand extends Node {

    @Nullable
    AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values);

    /** The value that is known without an item, or null. */
    default @Nullable AttributeValue literal(Map<String, AttributeValue> values) {
        return null;
    }

    /** A document path. */
    record OfPath(Path path) implements Operand {
        @Override
        public @Nullable AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            return path.in(item);
        }
    }

    /** A value placeholder. */
    record OfValue(String name) implements Operand {
        @Override
        public @Nullable AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            return values.get(name);
        }

        @Override
        public @Nullable AttributeValue literal(Map<String, AttributeValue> values) {
            return values.get(name);
        }
    }

    /** {@code size(path)}. */
    record OfSize(Path path) implements Operand {
        @Override
        public @Nullable AttributeValue resolve(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
            AttributeValue value = path.in(item);
            int size = value == null ? -1 : Attributes.cardinality(value);
            return size < 0 ? null : AttributeValue.fromN(Integer.toString(size));
        }
    }
}
