package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Attributes;
import io.github.dynamolock.local.value.Errors;
import io.github.dynamolock.local.value.Input;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: the placeholders of a request, {@code #name} and {@code :value}, against the expressions that use them. */
public final class Placeholders {
    private static final long MAX_BYTES = 2L * 1024 * 1024;
    private static final int MAX_KEY_BYTES = 255;

    private Placeholders() {}

    /** Checks the names of the placeholders that a request gives, which begin with the mark; null when it gives none. */
    public static void check(String parameter, char mark, @Nullable Map<String, ?> given) {
        if (given == null) {
            return;
        }
        if (given.isEmpty()) {
            throw Errors.validation(parameter + " must not be empty");
        }
        for (String key : given.keySet()) {
            if (!isPlaceholder(key, mark)) {
                throw Errors.validation(parameter + " contains invalid key: Syntax error; key: \"" + key + "\"");
            }
        }
    }

    private static boolean isPlaceholder(String key, char mark) {
        for (int i = 1; i < key.length(); i++) {
            char c = key.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && c != '_') {
                return false;
            }
        }
        return key.length() > 1 && key.charAt(0) == mark;
    }

    /**
     * Checks that every placeholder used is given and every one given is used, and that the types of the values fit the
     * expressions.
     *
     * @param values the values as {@link #canonical} answered them
     */
    public static void bind(
            List<? extends CompiledExpression> expressions,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        checkSizes(names, values);
        for (CompiledExpression expression : expressions) {
            for (String used : expression.usage().values()) {
                if (!values.containsKey(used)) {
                    throw Errors.validation("Invalid " + expression.usage().label()
                            + ": An expression attribute value used in expression is not defined; attribute value: "
                            + used);
                }
            }
            expression.check(values);
        }
        requireUsed("ExpressionAttributeNames", names, expressions, Usage::names);
        requireUsed("ExpressionAttributeValues", values, expressions, Usage::values);
    }

    private static void checkSizes(Map<String, String> names, Map<String, AttributeValue> values) {
        for (String key : names.keySet()) {
            checkKey("ExpressionAttributeNames", key);
        }
        for (String key : values.keySet()) {
            checkKey("ExpressionAttributeValues", key);
        }
        long size = 0;
        for (Map.Entry<String, String> name : names.entrySet()) {
            size += Attributes.utf8Length(name.getKey()) + Attributes.utf8Length(name.getValue());
        }
        size += Attributes.size(values);
        if (size > MAX_BYTES) {
            throw Errors.validation("ExpressionAttributeNames and ExpressionAttributeValues have exceeded the maximum "
                    + "allowed size of 2 MB; size: " + size);
        }
    }

    private static void checkKey(String parameter, String key) {
        if (Attributes.utf8Length(key) > MAX_KEY_BYTES) {
            throw Errors.validation(parameter + " contains invalid key: Key exceeds the maximum length of 255 bytes; "
                    + "length: " + Attributes.utf8Length(key));
        }
    }

    /** The values as DynamoDB compares and stores them; a validation error for one that is none. */
    public static Map<String, AttributeValue> canonical(Map<String, AttributeValue> values) {
        try {
            return Input.canonical(values);
        } catch (AwsServiceException e) {
            throw Errors.validation("ExpressionAttributeValues contains invalid value: "
                    + e.awsErrorDetails().errorMessage() + " for key " + firstInvalid(values));
        }
    }

    private static String firstInvalid(Map<String, AttributeValue> values) {
        for (Map.Entry<String, AttributeValue> entry : values.entrySet()) {
            try {
                AttributeValue unused = Input.canonical(entry.getValue());
            } catch (AwsServiceException e) {
                return entry.getKey();
            }
        }
        throw new IllegalStateException("No invalid value among " + values.keySet());
    }

    private static void requireUsed(
            String parameter,
            Map<String, ?> given,
            List<? extends CompiledExpression> expressions,
            Function<Usage, Set<String>> used) {
        for (String key : given.keySet()) {
            if (!isUsed(key, expressions, used)) {
                throw Errors.validation(
                        "Value provided in " + parameter + " unused in expressions: keys: {" + key + "}");
            }
        }
    }

    private static boolean isUsed(
            String key, List<? extends CompiledExpression> expressions, Function<Usage, Set<String>> used) {
        for (CompiledExpression expression : expressions) {
            if (used.apply(expression.usage()).contains(key)) {
                return true;
            }
        }
        return false;
    }
}
