package io.github.dynamolock.verification.differential;

import java.util.Map;

/** What moto does not check, by the beginnings of DynamoDB's messages, and where the documentation asks for it. */
final class Unchecked {
    private static final String TYPES = "Developer Guide, Supported data types: ";
    private static final String OPERATORS = "Developer Guide, Comparison operator and function reference: ";
    private static final String NAMES = "Developer Guide, Expression attribute names: ";

    private static final Map<String, String> BY_MOTO = Map.ofEntries(
            Map.entry("Attempting to store more than 38", TYPES + "\"up to 38 digits of precision\""),
            Map.entry("Number overflow", TYPES + "\"up to 9.9999999999999999999999999999999999999E+125\""),
            Map.entry("Number underflow", TYPES + "\"1E-130\""),
            Map.entry("The parameter cannot be converted", TYPES + "numbers are sent \"as strings\" of digits"),
            Map.entry(
                    "One or more parameter values were invalid: An string set",
                    TYPES + "\"empty sets are not supported\""),
            Map.entry(
                    "One or more parameter values were invalid: An number set",
                    TYPES + "\"empty sets are not supported\""),
            Map.entry(
                    "One or more parameter values were invalid: Binary sets",
                    TYPES + "\"empty sets are not supported\""),
            Map.entry(
                    "One or more parameter values were invalid: Input collection",
                    TYPES + "\"each value within a set must be unique\""),
            Map.entry("Input collection contains duplicates", TYPES + "\"each value within a set must be unique\""),
            Map.entry(
                    "One or more parameter values were invalid: Null attribute",
                    "API Reference, AttributeValue: NULL is true"),
            Map.entry("Supplied AttributeValue", "API Reference, AttributeValue: a union, so one member is set"),
            Map.entry(
                    "The provided key element does not match the schema",
                    "API Reference, GetItem: \"you must provide all of the key attributes\""),
            Map.entry(
                    "One or more parameter values are not valid. The AttributeValue for a key",
                    TYPES + "key values can't be empty"),
            Map.entry("ExpressionAttributeNames can only be specified", NAMES + "they are substitutes in expressions"),
            Map.entry("ExpressionAttributeNames must not be empty", NAMES + "they are substitutes in expressions"),
            Map.entry("ExpressionAttributeNames contains invalid key", NAMES + "\"must begin with a pound sign\""),
            Map.entry("ExpressionAttributeValues can only be specified", NAMES + "they are substitutes in expressions"),
            Map.entry("ExpressionAttributeValues must not be empty", NAMES + "they are substitutes in expressions"),
            Map.entry(
                    "ExpressionAttributeValues contains invalid",
                    NAMES + "values \"begin with a colon\", and are values"),
            Map.entry("Value provided in ExpressionAttribute", NAMES + "they are substitutes in expressions"),
            Map.entry(
                    "Key attributes must be scalars",
                    "API Reference, KeySchemaElement: \"must be a scalar, top-level attribute\""),
            Map.entry(
                    "One or more parameter values were invalid: Size of",
                    "Developer Guide, Quotas: a partition key has up to 2048 bytes"),
            Map.entry(
                    "The provided starting key",
                    "API Reference, Query: \"Use the value that was returned for LastEvaluatedKey\""),
            Map.entry("Invalid ProjectionExpression", "Developer Guide, Projection expressions: their syntax"),
            Map.entry("Invalid KeyConditionExpression", "Developer Guide, Key condition expressions: their syntax"),
            Map.entry("Invalid ConditionExpression", OPERATORS + "the syntax and the types of operands"),
            Map.entry("Invalid FilterExpression", OPERATORS + "the syntax and the types of operands"),
            Map.entry(
                    "Invalid UpdateExpression",
                    "Developer Guide, Update expressions: ADD \"only supports Number and set data types\""),
            Map.entry("1 validation error detected", "API Reference: the constraints of the parameter"));

    private Unchecked() {}

    static boolean byMoto(String message) {
        return BY_MOTO.keySet().stream().anyMatch(message::startsWith);
    }
}
