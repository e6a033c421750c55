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

    /**
     * Checks placeholders against the request's expressions.
     *
     * @param expressions the expressions; null for one that the request may have and has not
     * @return the values to evaluate the expressions with
     */
    Map<String, AttributeValue> bind(@Nullable CompiledExpression... expressions) {
        List<CompiledExpression> given = new ArrayList<>(expressions.length);
        for (CompiledExpression expression : expressions) {
            if (expression != null) {
                given.add(expression);
            }
        }
        check("ExpressionAttributeNames", names, given.isEmpty(), "");
        check("ExpressionAttributeValues", values, given.isEmpty(), ": " + withoutExpressions);
        return Placeholders.bind(given, namesOrNone(), values == null ? Map.of() : values);
    }

    private static void check(String parameter, @Nullable Map<String, ?> given, boolean noExpressions, String why) {
        if (given == null) {
            return;
        }
        if (noExpressions) {
            throw Errors.validation(parameter + " can only be specified when using expressions" + why);
        }
        if (given.isEmpty()) {
            throw Errors.validation(parameter + " must not be empty");
        }
    }
}
