package io.github.dynamolock.local.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Parses the functions of conditions. */
final class ConditionFunctions {
    private static final Map<String, Integer> OPERANDS = Map.of(
            "attribute_exists", 1,
            "attribute_not_exists", 1,
            "attribute_type", 2,
            "begins_with", 2,
            "contains", 2,
            "size", 1);

    private final Tokens tokens;
    private final Names names;

    ConditionFunctions(Tokens tokens, Names names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** Parses a function call, the name of which is the next token. */
    Node parse(Supplier<Operand> operand) {
        Token token = tokens.peek();
        if (token.kind() != Token.Kind.WORD || !tokens.peekNext().is("(")) {
            throw tokens.syntaxError();
        }
        String function = tokens.next().text();
        Integer expected = OPERANDS.get(function);
        if (expected == null) {
            throw tokens.invalid("Invalid function name; function: " + function);
        }
        List<Operand> operands = operands(operand);
        if (operands.size() != expected) {
            throw tokens.invalid("Incorrect number of operands for operator or function; operator or function: "
                    + function + ", number of operands: " + operands.size());
        }
        return call(function, operands);
    }

    private List<Operand> operands(Supplier<Operand> operand) {
        List<Operand> operands = new ArrayList<>();
        tokens.expectSymbol("(");
        do {
            operands.add(functionFree(operand));
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol(")");
        return operands;
    }

    private Operand functionFree(Supplier<Operand> operand) {
        boolean plain = names.atPath() || names.atValue() || tokens.peek().is("(");
        String function = tokens.peek().text();
        Operand parsed = operand.get();
        if (!plain) {
            throw tokens.invalid(
                    "The function is not allowed to be used this way in an expression; function: " + function);
        }
        return parsed;
    }

    private Node call(String function, List<Operand> operands) {
        Operand first = operands.get(0);
        if (operands.size() == 2 && first instanceof Operand.OfPath path && path.equals(operands.get(1))) {
            throw tokens.invalid("The first operand must be distinct from the remaining operands for this operator or "
                    + "function; operator: " + function + ", first operand: " + path.path());
        }
        return switch (function) {
            case "attribute_exists" -> new Condition.Exists(path(function, first), true);
            case "attribute_not_exists" -> new Condition.Exists(path(function, first), false);
            case "attribute_type" -> new Condition.OfType(path(function, first), value(function, operands.get(1)));
            case "begins_with" -> new Condition.BeginsWith(first, operands.get(1));
            case "contains" -> new Condition.Contains(first, operands.get(1));
            default -> new Operand.OfSize(path(function, first));
        };
    }

    private Path path(String function, Operand operand) {
        if (operand instanceof Operand.OfPath path) {
            return path.path();
        }
        throw tokens.invalid("Operator or function requires a document path; operator or function: " + function);
    }

    private Operand.OfValue value(String function, Operand operand) {
        if (operand instanceof Operand.OfValue value) {
            return value;
        }
        throw tokens.invalid("Incorrect operand type for operator or function; operator or function: " + function
                + ", operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    }
}
