package io.github.dynamolock.local.expression;

import java.util.Set;

/**
 * Internal: what an expression uses of its request.
 *
 * @param label the request's name for the expression
 * @param names the name placeholders used
 * @param values the value placeholders used
 * @param attributes the top-level attributes used
 * @param containers those of them that a path leads into
 */
public record Usage(
        String label, Set<String> names, Set<String> values, Set<String> attributes, Set<String> containers) {
    static Usage of(String label, Names names) {
        return new Usage(
                label,
                Set.copyOf(names.usedNames()),
                Set.copyOf(names.usedValues()),
                Set.copyOf(names.attributes()),
                Set.copyOf(names.containers()));
    }
}
