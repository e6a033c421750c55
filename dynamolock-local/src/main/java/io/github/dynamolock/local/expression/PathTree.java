package io.github.dynamolock.local.expression;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Paths that do not overlap, as the tree they span, with something at the end of each. Filled while an expression is
 * parsed, and not changed afterwards.
 */
final class PathTree<T> {
    private final Map<String, PathTree<T>> names = new LinkedHashMap<>();
    private final NavigableMap<Integer, PathTree<T>> indexes = new TreeMap<>();
    private @Nullable Path path;
    private @Nullable T leaf;

    Map<String, PathTree<T>> names() {
        return names;
    }

    NavigableMap<Integer, PathTree<T>> indexes() {
        return indexes;
    }

    @Nullable
    T leaf() {
        return leaf;
    }

    /** Adds a path; an error when it overlaps or conflicts with one added before. */
    void add(Path added, T value, Tokens tokens) {
        PathTree<T> node = names.computeIfAbsent(added.attribute(), name -> new PathTree<>());
        for (Path.Step step : added.rest()) {
            if (node.leaf != null) {
                throw overlap(node, added, tokens);
            }
            node = node.child(step, added, tokens);
        }
        if (node.leaf != null || !node.names.isEmpty() || !node.indexes.isEmpty()) {
            throw overlap(node, added, tokens);
        }
        node.path = added;
        node.leaf = value;
    }

    private PathTree<T> child(Path.Step step, Path added, Tokens tokens) {
        if (step.name() != null) {
            if (!indexes.isEmpty()) {
                throw clash("conflict", this, added, tokens);
            }
            return names.computeIfAbsent(step.name(), name -> new PathTree<>());
        }
        if (!names.isEmpty()) {
            throw clash("conflict", this, added, tokens);
        }
        return indexes.computeIfAbsent(step.index(), index -> new PathTree<>());
    }

    private static RuntimeException overlap(PathTree<?> node, Path added, Tokens tokens) {
        return clash("overlap", node, added, tokens);
    }

    private static RuntimeException clash(String how, PathTree<?> node, Path added, Tokens tokens) {
        return tokens.invalid("Two document paths " + how
                + " with each other; must remove or rewrite one of these paths; path one: " + node.firstPath()
                + ", path two: " + added);
    }

    private @Nullable Path firstPath() {
        PathTree<?> node = this;
        while (node.path == null) {
            node = node.names.isEmpty()
                    ? node.indexes.firstEntry().getValue()
                    : node.names.values().iterator().next();
        }
        return node.path;
    }
}
