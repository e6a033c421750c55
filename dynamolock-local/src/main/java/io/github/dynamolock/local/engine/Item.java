package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Attributes;
import io.github.dynamolock.local.value.Errors;
import java.util.Collections;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A stored item. Immutable.
 *
 * @param attributes the attributes, its key among them
 * @param size the bytes it weighs
 */
record Item(Map<String, AttributeValue> attributes, int size) {
    private static final int MAX_SIZE = 400 * 1024;

    static Item put(Map<String, AttributeValue> attributes) {
        return of(attributes, "Item size has exceeded the maximum allowed size");
    }

    static Item updated(Map<String, AttributeValue> attributes) {
        return of(attributes, "Item size to update has exceeded the maximum allowed size");
    }

    private static Item of(Map<String, AttributeValue> attributes, String tooLarge) {
        int size = Attributes.size(attributes);
        if (size > MAX_SIZE) {
            throw Errors.validation(tooLarge);
        }
        return new Item(Collections.unmodifiableMap(attributes), size);
    }
}
