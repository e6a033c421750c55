package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledExpression;
import io.github.dynamolock.local.expression.Placeholders;
import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The placeholders of one request, as given.
 *
 * @param names the {@code ExpressionAttributeNames}, or null when the request has none
 * @param values the {@code ExpressionAttributeValues}, or null when the request has none
 * @param withoutExpressions what DynamoDB says of values in a request without expressions
 */
record Statement(
        @Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values, String withoutExpressions) {

    Map<String, String> namesOrNone() {
        return names == null ? Map.of() : names;
    }

    /** Refuses placeholders in a request that has no expression; null stands for one that it may have and has not. */
    void requireExpressions(@Nullable String... expressions) {
        for (String expression : expressions) {
            if (expression != null) {
                return;
            }
        }
        if (names != null) {
            throw Errors.validation("ExpressionAttributeNames can only be specified when using expressions");
        }
        if (values != null) {
            throw Errors.validation(
                    "ExpressionAttributeValues can only be specified when using expressions: " + withoutExpressions);
        }
    }

    /** The values as DynamoDB compares and stores them; an error for a placeholder or a value that is none. */
    Map<String, AttributeValue> canonicalValues() {
        Placeholders.check("ExpressionAttributeNames", '#', names);
        Placeholders.check("ExpressionAttributeValues", ':', values);
        return values == null ? Map.of() : Placeholders.canonical(values);
    }

    /**
     * Checks placeholders against the request's expressions.
     *
     * @param canonical the values as {@link #canonicalValues()} answered them
     * @param expressions the expressions; null for one that the request may have and has not
     */
    void bind(Map<String, AttributeValue> canonical, @Nullable CompiledExpression... expressions) {
        List<CompiledExpression> given = new ArrayList<>(expressions.length);
        for (CompiledExpression expression : expressions) {
            if (expression != null) {
                given.add(expression);
            }
        }
        Placeholders.bind(given, namesOrNone(), canonical);
    }
}
