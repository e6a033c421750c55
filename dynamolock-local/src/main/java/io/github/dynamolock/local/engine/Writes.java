package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledCondition;
import io.github.dynamolock.local.expression.CompiledUpdate;
import io.github.dynamolock.local.expression.Expressions;
import io.github.dynamolock.local.value.Errors;
import io.github.dynamolock.local.value.Input;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Prepares writes from the parameters that single, batch and transactional writes have in common.
 *
 * <p>In two steps, because DynamoDB tells them apart in transactions: what is wrong in itself or names no table fails the
 * request, and what does not fit the table's schema, found by the supplier, cancels the transaction.
 */
final class Writes {
    private final Tables tables;
    private final Expressions expressions;

    Writes(Tables tables, Expressions expressions) {
        this.tables = tables;
        this.expressions = expressions;
    }

    /** A write of a whole item. */
    Supplier<Write> put(
            @Nullable String tableName,
            Map<String, AttributeValue> item,
            @Nullable String condition,
            Statement statement,
            boolean itemOnFailure) {
        String name = Rules.tableName(tableName);
        statement.requireExpressions(condition);
        Item stored = Item.put(Input.canonical(item));
        Map<String, AttributeValue> values = statement.canonicalValues();
        CompiledCondition compiled = condition(condition, statement);
        statement.bind(values, compiled);
        Table table = tables.existing(name);
        return () -> {
            ItemKey key = table.schema().ofItem(stored.attributes());
            table.checkIndexKeys(stored.attributes(), attribute -> true);
            return new Write(table, key, compiled, values, before -> stored, itemOnFailure);
        };
    }

    /** A removal of an item. */
    Supplier<Write> delete(
            @Nullable String tableName,
            Map<String, AttributeValue> key,
            @Nullable String condition,
            Statement statement,
            boolean itemOnFailure) {
        String name = Rules.tableName(tableName);
        statement.requireExpressions(condition);
        Map<String, AttributeValue> canonical = Input.canonical(key);
        Map<String, AttributeValue> values = statement.canonicalValues();
        CompiledCondition compiled = condition(condition, statement);
        statement.bind(values, compiled);
        Table table = tables.existing(name);
        return () -> new Write(table, table.schema().ofKey(canonical), compiled, values, before -> null, itemOnFailure);
    }

    /** A condition by itself, which leaves the item as it is. */
    Supplier<Write> check(
            @Nullable String tableName,
            Map<String, AttributeValue> key,
            @Nullable String condition,
            Statement statement,
            boolean itemOnFailure) {
        String required = Rules.required("conditionExpression", condition);
        String name = Rules.tableName(tableName);
        Map<String, AttributeValue> canonical = Input.canonical(key);
        Map<String, AttributeValue> values = statement.canonicalValues();
        CompiledCondition compiled = condition(required, statement);
        statement.bind(values, compiled);
        Table table = tables.existing(name);
        return () ->
                new Write(table, table.schema().ofKey(canonical), compiled, values, before -> before, itemOnFailure);
    }

    /** An update of an item, which comes into being when there is none. */
    Supplier<Write> update(
            @Nullable String tableName,
            Map<String, AttributeValue> key,
            @Nullable String updateText,
            @Nullable String condition,
            Statement statement,
            boolean itemOnFailure) {
        String name = Rules.tableName(tableName);
        statement.requireExpressions(updateText, condition);
        Map<String, AttributeValue> created = Input.canonical(key);
        Map<String, AttributeValue> values = statement.canonicalValues();
        CompiledUpdate update = compileUpdate(updateText, statement);
        CompiledCondition compiled = condition(condition, statement);
        statement.bind(values, update, compiled);
        Table table = tables.existing(name);
        return () -> {
            ItemKey itemKey = table.schema().ofKey(created);
            if (update != null) {
                rejectKeyUpdate(table.schema(), update);
            }
            Write.Change change = before -> {
                Map<String, AttributeValue> from = before == null ? created : before.attributes();
                if (update == null) {
                    return Item.updated(from);
                }
                Map<String, AttributeValue> updated = update.apply(from, values);
                if (before == null && update.onlyRemoves()) {
                    return null;
                }
                Item after = Item.updated(updated);
                table.checkIndexKeys(after.attributes(), update::updates);
                return after;
            };
            return new Write(table, itemKey, compiled, values, change, itemOnFailure);
        };
    }

    @Nullable
    CompiledUpdate compileUpdate(@Nullable String update, Statement statement) {
        return update == null ? null : expressions.update(update, statement.namesOrNone());
    }

    private @Nullable CompiledCondition condition(@Nullable String condition, Statement statement) {
        return condition == null
                ? null
                : expressions.condition("ConditionExpression", condition, statement.namesOrNone());
    }

    private static void rejectKeyUpdate(KeySchema schema, CompiledUpdate update) {
        rejectKeyUpdate(schema.partition(), update);
        if (schema.sort() != null) {
            rejectKeyUpdate(schema.sort(), update);
        }
    }

    private static void rejectKeyUpdate(KeySchema.KeyAttribute attribute, CompiledUpdate update) {
        if (update.updates(attribute.name())) {
            throw Errors.validation("One or more parameter values were invalid: Cannot update attribute "
                    + attribute.name() + ". This attribute is part of the key");
        }
    }
}
