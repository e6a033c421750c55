package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;

/** Reads key schemas, and the definitions of the attributes in them, from requests. */
final class KeyDefinition {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private KeyDefinition() {}

    /** The types of the defined attributes, by name. */
    static Map<String, String> types(List<AttributeDefinition> definitions) {
        Map<String, String> types = new LinkedHashMap<>();
        int member = 1;
        for (AttributeDefinition definition : definitions) {
            String at = "attributeDefinitions." + member++ + ".member.";
            String name = Rules.required(at + "attributeName", definition.attributeName());
            Rules.required(at + "attributeType", definition.attributeTypeAsString());
            Rules.known(
                    at + "attributeType", definition.attributeType(), definition.attributeTypeAsString(), "B, N, S");
            if (types.put(name, definition.attributeTypeAsString()) != null) {
                throw Errors.validation(INVALID + "Duplicate AttributeName in AttributeDefinitions: " + name);
            }
        }
        return types;
    }

    /** The key schema of a table or index; the member is where the request has it. */
    static KeySchema schema(@Nullable List<KeySchemaElement> given, String member, Map<String, String> types) {
        List<KeySchemaElement> elements = Rules.required(member, given);
        if (elements.isEmpty() || elements.size() > 2) {
            throw Errors.constraint(
                    elements,
                    member,
                    elements.isEmpty()
                            ? "Member must have length greater than or equal to 1"
                            : "Member must have length less than or equal to 2");
        }
        for (KeySchemaElement element : elements) {
            Rules.required(member + ".member.attributeName", element.attributeName());
            Rules.required(member + ".member.keyType", element.keyTypeAsString());
        }
        List<String> keys =
                elements.stream().map(KeySchemaElement::attributeName).toList();
        if (!types.keySet().containsAll(keys)) {
            throw Errors.validation(
                    INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: " + keys
                            + ", AttributeDefinitions: " + types.keySet());
        }
        if (elements.get(0).keyType() != KeyType.HASH) {
            throw Errors.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        }
        KeySchema.KeyAttribute partition = attribute(keys.get(0), types);
        return new KeySchema(partition, elements.size() == 1 ? null : sort(elements.get(1), partition, types));
    }

    private static KeySchema.KeyAttribute sort(
            KeySchemaElement element, KeySchema.KeyAttribute partition, Map<String, String> types) {
        if (element.attributeName().equals(partition.name())) {
            throw Errors.validation("Both the Hash Key and the Range Key element in the KeySchema have the same name");
        }
        if (element.keyType() != KeyType.RANGE) {
            throw Errors.validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
        }
        return attribute(element.attributeName(), types);
    }

    private static KeySchema.KeyAttribute attribute(String name, Map<String, String> types) {
        return new KeySchema.KeyAttribute(name, Rules.required("attributeType", types.get(name)));
    }
}
