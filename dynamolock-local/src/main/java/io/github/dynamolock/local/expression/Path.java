package io.github.dynamolock.local.expression;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A document path with its names resolved: an attribute, and the way into its maps and lists. */
record Path(String attribute, List<Step> rest) {

    /**
     * A step into a map by name or into a list by index.
     *
     * @param name the key in a map, or null
     * @param index the position in a list, when there is no name
     */
    record Step(@Nullable String name, int index) {
        static Step into(String name) {
            return new Step(name, -1);
        }

        static Step at(int index) {
            return new Step(null, index);
        }

        @Nullable
        AttributeValue from(AttributeValue value) {
            if (name != null) {
                return value.hasM() ? value.m().get(name) : null;
            }
            return value.hasL() && index < value.l().size() ? value.l().get(index) : null;
        }

        @Override
        public String toString() {
            return name != null ? name : "[" + index + "]";
        }
    }

    Path {
        rest = List.copyOf(rest);
    }

    /** What stands at the path in an item, or null. */
    @Nullable
    AttributeValue in(Map<String, AttributeValue> item) {
        AttributeValue value = item.get(attribute);
        for (int i = 0; value != null && i < rest.size(); i++) {
            value = rest.get(i).from(value);
        }
        return value;
    }

    /** The path as DynamoDB's messages write it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[").append(attribute);
        rest.forEach(step -> text.append(", ").append(step));
        return text.append(']').toString();
    }
}
