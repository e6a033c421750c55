package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: an update expression. */
public final class CompiledUpdate implements CompiledExpression {
    private final Usage usage;
    private final PathTree<UpdateAction> actions;
    private final List<UpdateAction> all;
    private final CompiledProjection updated;

    CompiledUpdate(Usage usage, PathTree<UpdateAction> actions, CompiledProjection updated) {
        this.usage = usage;
        this.actions = actions;
        this.updated = updated;
        this.all = new ArrayList<>();
        collect(actions, all);
    }

    /** The item after the update. Every action sees the item as it was before; the given map stays as it is. */
    public Map<String, AttributeValue> apply(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {
        return new Application(item, values).map(item, actions);
    }

    /** The parts of an item that the update touches. */
    public Map<String, AttributeValue> touched(Map<String, AttributeValue> item) {
        return updated.project(item);
    }

    /** Whether the update only removes attributes, which brings no item into being. */
    public boolean onlyRemoves() {
        return all.stream().allMatch(UpdateAction.Remove.class::isInstance);
    }

    /** Whether the update changes an attribute or something in it. */
    public boolean updates(String attribute) {
        return actions.names().containsKey(attribute);
    }

    @Override
    public Usage usage() {
        return usage;
    }

    @Override
    public void check(Map<String, AttributeValue> values) {
        TypeRules rules = new TypeRules(usage.label());
        for (UpdateAction action : all) {
            action.check(values, rules);
        }
    }

    private static void collect(PathTree<UpdateAction> node, List<UpdateAction> into) {
        UpdateAction action = node.leaf();
        if (action != null) {
            into.add(action);
        }
        node.names().values().forEach(child -> collect(child, into));
        node.indexes().values().forEach(child -> collect(child, into));
    }

    /** One run of the update, which rebuilds only the maps and lists on the way to what changes. */
    private record Application(Map<String, AttributeValue> item, Map<String, AttributeValue> values) {

        Map<String, AttributeValue> map(Map<String, AttributeValue> before, PathTree<UpdateAction> tree) {
            Map<String, AttributeValue> after = new HashMap<>(before);
            for (Map.Entry<String, PathTree<UpdateAction>> entry : tree.names().entrySet()) {
                AttributeValue value = value(before.get(entry.getKey()), entry.getValue());
                if (value == null) {
                    after.remove(entry.getKey());
                } else {
                    after.put(entry.getKey(), value);
                }
            }
            return after;
        }

        private List<AttributeValue> list(List<AttributeValue> before, PathTree<UpdateAction> tree) {
            List<@Nullable AttributeValue> after = new ArrayList<>(before);
            for (Map.Entry<Integer, PathTree<UpdateAction>> entry :
                    tree.indexes().entrySet()) {
                int index = entry.getKey();
                boolean inside = index < before.size();
                AttributeValue value = value(inside ? before.get(index) : null, entry.getValue());
                // Positions are those before the update: what is removed leaves a gap until all is done.
                if (inside) {
                    after.set(index, value);
                } else if (value != null) {
                    after.add(value);
                }
            }
            List<AttributeValue> closed = new ArrayList<>(after.size());
            for (AttributeValue value : after) {
                if (value != null) {
                    closed.add(value);
                }
            }
            return closed;
        }

        private @Nullable AttributeValue value(@Nullable AttributeValue before, PathTree<UpdateAction> tree) {
            UpdateAction action = tree.leaf();
            if (action != null) {
                return action.apply(before, item, values);
            }
            if (before != null && before.hasM() && !tree.names().isEmpty()) {
                return AttributeValue.fromM(map(before.m(), tree));
            }
            if (before != null && before.hasL() && !tree.indexes().isEmpty()) {
                return AttributeValue.fromL(list(before.l(), tree));
            }
            throw Errors.validation("The document path provided in the update expression is invalid for update");
        }
    }
}
