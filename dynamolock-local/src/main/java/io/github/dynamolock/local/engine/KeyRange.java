package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledKeyCondition;
import io.github.dynamolock.local.expression.KeyTest;
import io.github.dynamolock.local.value.Attributes;
import io.github.dynamolock.local.value.Errors;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of one partition that a key condition asks for, as a range of sort keys. */
record KeyRange(KeyPart partition, KeyPart from, boolean fromIncluded, KeyPart to, boolean toIncluded) {
    private static final String NOT_SUPPORTED = "Query key condition not supported";

    static KeyRange of(CompiledKeyCondition condition, Map<String, AttributeValue> values, KeySchema schema) {
        if (condition.tests().size() > 2) {
            throw Errors.validation("Conditions can be of length 1 or 2 only");
        }
        KeyTest onPartition = null;
        KeyTest onSort = null;
        for (KeyTest test : condition.tests()) {
            if (test.attribute().equals(schema.partition().name())) {
                onPartition = test;
            } else {
                onSort = test;
            }
        }
        if (onPartition == null) {
            throw missed(schema.partition().name());
        }
        if (onPartition.operator() != KeyTest.Operator.EQUAL) {
            throw Errors.validation(NOT_SUPPORTED);
        }
        KeyPart partition = part(onPartition.first(), values, schema.partition());
        if (onSort == null) {
            return new KeyRange(partition, KeyPart.LOWEST, true, KeyPart.HIGHEST, true);
        }
        KeySchema.KeyAttribute sort = schema.sort();
        if (sort == null) {
            throw Errors.validation(NOT_SUPPORTED);
        }
        if (!onSort.attribute().equals(sort.name())) {
            throw missed(sort.name());
        }
        return within(partition, onSort, values, sort);
    }

    /** Those items of a table or index that are in the range, live. */
    NavigableMap<ItemKey, Item> in(NavigableMap<ItemKey, Item> items) {
        ItemKey low = fromIncluded ? ItemKey.before(partition, from) : ItemKey.after(partition, from);
        ItemKey high = toIncluded ? ItemKey.after(partition, to) : ItemKey.before(partition, to);
        // A range that is empty by its bounds may have them in the wrong order, which subMap does not take.
        return low.compareTo(high) < 0 ? items.subMap(low, false, high, false) : Collections.emptyNavigableMap();
    }

    boolean contains(KeyPart sort) {
        int low = from.compareTo(sort);
        int high = sort.compareTo(to);
        return (fromIncluded ? low <= 0 : low < 0) && (toIncluded ? high <= 0 : high < 0);
    }

    private static KeyRange within(
            KeyPart partition, KeyTest test, Map<String, AttributeValue> values, KeySchema.KeyAttribute sort) {
        KeyPart first = part(test.first(), values, sort);
        KeyPart low = KeyPart.LOWEST;
        KeyPart high = KeyPart.HIGHEST;
        return switch (test.operator()) {
            case EQUAL -> new KeyRange(partition, first, true, first, true);
            case LESS -> new KeyRange(partition, low, true, first, false);
            case LESS_OR_EQUAL -> new KeyRange(partition, low, true, first, true);
            case GREATER -> new KeyRange(partition, first, false, high, true);
            case GREATER_OR_EQUAL -> new KeyRange(partition, first, true, high, true);
            case BETWEEN -> new KeyRange(partition, first, true, part(test.second(), values, sort), true);
            case BEGINS_WITH -> new KeyRange(partition, first, true, first.afterPrefix(), false);
        };
    }

    private static KeyPart part(
            String placeholder, Map<String, AttributeValue> values, KeySchema.KeyAttribute attribute) {
        AttributeValue given = Objects.requireNonNull(values.get(placeholder));
        if (!Attributes.type(given).equals(attribute.type())) {
            throw Errors.validation("One or more parameter values were invalid: "
                    + "Condition parameter type does not match schema type");
        }
        KeyPart part = KeyPart.of(given);
        if (part.length() == 0) {
            throw Errors.validation(
                    "One or more parameter values are not valid. The AttributeValue for a key attribute "
                            + "cannot contain an empty " + (attribute.type().equals("B") ? "binary" : "string")
                            + " value. Key: " + attribute.name());
        }
        return part;
    }

    private static RuntimeException missed(String attribute) {
        return Errors.validation("Query condition missed key schema element: " + attribute);
    }
}
