package io.github.dynamolock.local.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses conditions by recursive descent: OR below AND below NOT below a comparison, a function or parentheses.
 *
 * <p>Parentheses may hold an operand as well as a condition, and only what follows tells which, so every level answers a
 * {@link Node} and the level that needs a condition asks for one.
 */
final class ConditionParser {
    private static final Set<String> KEYWORDS = Set.of("AND", "OR", "NOT", "BETWEEN", "IN");
    private static final int MAX_DEPTH = 300;

    private final Tokens tokens;
    private final Names names;
    private int depth;
    private int innerStart = -1;
    private int innerEnd = -1;

    ConditionParser(Tokens tokens, Names names) {
        this.tokens = tokens;
        this.names = names;
    }

    Condition parse() {
        Condition condition = condition(or());
        tokens.expectEnd();
        return condition;
    }

    private Node or() {
        Node left = and();
        while (tokens.peek().isKeyword("OR")) {
            Condition first = condition(left);
            tokens.next();
            left = new Condition.Or(first, condition(and()));
        }
        return left;
    }

    private Node and() {
        Node left = not();
        while (tokens.peek().isKeyword("AND")) {
            Condition first = condition(left);
            tokens.next();
            left = new Condition.And(first, condition(not()));
        }
        return left;
    }

    private Node not() {
        if (!tokens.acceptKeyword("NOT")) {
            return comparison();
        }
        enter();
        Condition negated = condition(not());
        depth--;
        return new Condition.Not(negated);
    }

    private Node comparison() {
        Node left = term();
        if (!(left instanceof Operand operand)) {
            if (atOperator()) {
                throw misused(left);
            }
            return left;
        }
        Comparator comparator = acceptComparator();
        if (comparator != null) {
            return compared(operand, comparator, operand());
        }
        if (tokens.acceptKeyword("BETWEEN")) {
            Operand lower = operand();
            if (!tokens.acceptKeyword("AND")) {
                throw tokens.syntaxError();
            }
            return new Condition.Between(operand, lower, operand());
        }
        if (tokens.acceptKeyword("IN")) {
            tokens.expectSymbol("(");
            return new Condition.In(operand, candidates());
        }
        return operand;
    }

    private Condition compared(Operand left, Comparator comparator, Operand right) {
        if (left instanceof Operand.OfPath first && first.equals(right)) {
            throw tokens.invalid("The first operand must be distinct from the remaining operands for this operator or "
                    + "function; operator: " + comparator.symbol() + ", first operand: " + first.path());
        }
        return new Condition.Comparison(comparator, left, right);
    }

    private List<Operand> candidates() {
        List<Operand> candidates = new ArrayList<>();
        do {
            candidates.add(operand());
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol(")");
        if (candidates.size() > 100) {
            throw tokens.invalid(
                    "The IN operator is provided with too many operands; number of operands: " + candidates.size());
        }
        return List.copyOf(candidates);
    }

    private @Nullable Comparator acceptComparator() {
        for (Comparator comparator : Comparator.values()) {
            if (tokens.acceptSymbol(comparator.symbol())) {
                return comparator;
            }
        }
        return null;
    }

    private Operand operand() {
        Node node = term();
        if (node instanceof Operand operand) {
            return operand;
        }
        throw misused(node);
    }

    private boolean atOperator() {
        Token token = tokens.peek();
        return token.isKeyword("BETWEEN")
                || token.isKeyword("IN")
                || Arrays.stream(Comparator.values()).anyMatch(comparator -> token.is(comparator.symbol()));
    }

    /** The error for a condition, or a function that is none, where the other should stand. */
    private RuntimeException misused(Node node) {
        String function = node instanceof Condition condition ? condition.function() : "size";
        return function == null
                ? tokens.syntaxError()
                : tokens.invalid(
                        "The function is not allowed to be used this way in an expression; function: " + function);
    }

    private Node term() {
        if (tokens.peek().is("(")) {
            return parenthesised();
        }
        if (names.atValue()) {
            return new Operand.OfValue(names.value());
        }
        rejectKeyword();
        if (names.atPath()) {
            return new Operand.OfPath(names.path());
        }
        return new ConditionFunctions(tokens, names).parse(this::operand);
    }

    private Node parenthesised() {
        enter();
        int start = tokens.position();
        tokens.expectSymbol("(");
        Node node = or();
        int end = tokens.position();
        tokens.expectSymbol(")");
        if (innerStart == start + 1 && innerEnd == end - 1) {
            throw tokens.invalid("The expression has redundant parentheses;");
        }
        innerStart = start;
        innerEnd = end;
        depth--;
        return node;
    }

    private void rejectKeyword() {
        Token token = tokens.peek();
        if (token.kind() == Token.Kind.WORD && KEYWORDS.stream().anyMatch(token::isKeyword)) {
            throw tokens.syntaxError();
        }
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw tokens.invalid("The expression has too many levels of nesting; maximum: " + MAX_DEPTH);
        }
    }

    private Condition condition(Node node) {
        if (node instanceof Condition condition) {
            return condition;
        }
        if (node instanceof Operand.OfSize) {
            throw misused(node);
        }
        throw tokens.syntaxError();
    }
}
