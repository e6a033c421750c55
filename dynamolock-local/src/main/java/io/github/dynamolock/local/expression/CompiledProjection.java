package io.github.dynamolock.local.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: a projection expression. */
public final class CompiledProjection implements CompiledExpression {
    private final Usage usage;
    private final PathTree<Path> paths;

    CompiledProjection(Usage usage, PathTree<Path> paths) {
        this.usage = usage;
        this.paths = paths;
    }

    /** The parts of an item that the projection names; what the item lacks is left out. */
    public Map<String, AttributeValue> project(Map<String, AttributeValue> item) {
        return map(item, paths);
    }

    @Override
    public Usage usage() {
        return usage;
    }

    @Override
    public void check(Map<String, AttributeValue> values) {}

    private static Map<String, AttributeValue> map(Map<String, AttributeValue> from, PathTree<Path> tree) {
        Map<String, AttributeValue> projected = new HashMap<>();
        for (Map.Entry<String, PathTree<Path>> entry : tree.names().entrySet()) {
            AttributeValue value = value(from.get(entry.getKey()), entry.getValue());
            if (value != null) {
                projected.put(entry.getKey(), value);
            }
        }
        return projected;
    }

    private static List<AttributeValue> list(List<AttributeValue> from, PathTree<Path> tree) {
        List<AttributeValue> projected = new ArrayList<>();
        for (Map.Entry<Integer, PathTree<Path>> entry : tree.indexes().entrySet()) {
            if (entry.getKey() < from.size()) {
                AttributeValue value = value(from.get(entry.getKey()), entry.getValue());
                if (value != null) {
                    projected.add(value);
                }
            }
        }
        return projected;
    }

    private static @Nullable AttributeValue value(@Nullable AttributeValue from, PathTree<Path> tree) {
        if (from == null || tree.leaf() != null) {
            return from;
        }
        if (from.hasM() && !tree.names().isEmpty()) {
            Map<String, AttributeValue> map = map(from.m(), tree);
            return map.isEmpty() ? null : AttributeValue.fromM(map);
        }
        if (from.hasL() && !tree.indexes().isEmpty()) {
            List<AttributeValue> list = list(from.l(), tree);
            return list.isEmpty() ? null : AttributeValue.fromL(list);
        }
        return null;
    }
}
