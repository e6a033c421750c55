package io.github.dynamolock.local.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Internal: compiles expressions and keeps what it compiled, because applications send the same few texts over and over.
 * Thread-safe.
 */
public final class Expressions {
    private static final int MAX_KEPT = 1_000;

    private final Map<Source, CompiledExpression> compiled = new ConcurrentHashMap<>();

    /** A condition or filter; the label is the request's name for the expression. */
    public CompiledCondition condition(String label, String text, Map<String, String> names) {
        return (CompiledCondition) compile(new Source(label, text, names));
    }

    /** An {@code UpdateExpression}. */
    public CompiledUpdate update(String text, Map<String, String> names) {
        return (CompiledUpdate) compile(new Source(Source.UPDATE, text, names));
    }

    /** A {@code ProjectionExpression}. */
    public CompiledProjection projection(String text, Map<String, String> names) {
        return (CompiledProjection) compile(new Source(Source.PROJECTION, text, names));
    }

    /** A {@code KeyConditionExpression}. */
    public CompiledKeyCondition keyCondition(String text, Map<String, String> names) {
        return (CompiledKeyCondition) compile(new Source(Source.KEY_CONDITION, text, names));
    }

    private CompiledExpression compile(Source source) {
        CompiledExpression known = compiled.get(source);
        if (known != null) {
            return known;
        }
        CompiledExpression fresh = source.compile();
        if (compiled.size() >= MAX_KEPT) {
            // Only a caller who writes values into the text gets here; starting over costs less than keeping an order.
            compiled.clear();
        }
        compiled.put(source, fresh);
        return fresh;
    }

    private record Source(String label, String text, Map<String, String> names) {
        static final String UPDATE = "UpdateExpression";
        static final String PROJECTION = "ProjectionExpression";
        static final String KEY_CONDITION = "KeyConditionExpression";

        CompiledExpression compile() {
            Tokens tokens = new Tokens(label, text);
            tokens.checkOperators(label.equals(UPDATE));
            Names reader = new Names(tokens, names);
            return switch (label) {
                case UPDATE -> update(tokens, reader);
                case PROJECTION -> projection(tokens, reader);
                case KEY_CONDITION -> {
                    Condition condition = new ConditionParser(tokens, reader).parse();
                    yield new CompiledKeyCondition(Usage.of(label, reader), condition);
                }
                default -> {
                    Condition condition = new ConditionParser(tokens, reader).parse();
                    yield new CompiledCondition(Usage.of(label, reader), condition);
                }
            };
        }

        private CompiledUpdate update(Tokens tokens, Names reader) {
            UpdateParser parser = new UpdateParser(tokens, reader);
            PathTree<UpdateAction> actions = parser.parse();
            Usage usage = Usage.of(label, reader);
            return new CompiledUpdate(usage, actions, projection(tokens, usage, parser.paths()));
        }

        private CompiledProjection projection(Tokens tokens, Names reader) {
            List<Path> paths = new ArrayList<>();
            do {
                paths.add(reader.path());
            } while (tokens.acceptSymbol(","));
            tokens.expectEnd();
            return projection(tokens, Usage.of(label, reader), paths);
        }

        private static CompiledProjection projection(Tokens tokens, Usage usage, List<Path> paths) {
            PathTree<Path> tree = new PathTree<>();
            paths.forEach(path -> tree.add(path, path, tokens));
            return new CompiledProjection(usage, tree);
        }
    }
}
