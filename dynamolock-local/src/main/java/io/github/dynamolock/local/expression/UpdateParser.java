package io.github.dynamolock.local.expression;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parses update expressions by recursive descent: sections of actions. */
final class UpdateParser {
    private static final Set<String> SECTIONS = Set.of("SET", "REMOVE", "ADD", "DELETE");

    private final Tokens tokens;
    private final Names names;
    private final PathTree<UpdateAction> actions = new PathTree<>();
    private final List<Path> paths = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    UpdateParser(Tokens tokens, Names names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** The actions at their paths. */
    PathTree<UpdateAction> parse() {
        do {
            section();
        } while (!atEnd());
        tokens.expectEnd();
        return actions;
    }

    /** The paths updated, in the order of the expression. */
    List<Path> paths() {
        return List.copyOf(paths);
    }

    private boolean atEnd() {
        return tokens.peek().kind() == Token.Kind.END;
    }

    private void section() {
        Token token = tokens.peek();
        String section = token.text().toUpperCase(Locale.ROOT);
        if (token.kind() != Token.Kind.WORD || !SECTIONS.contains(section)) {
            throw tokens.syntaxError();
        }
        tokens.next();
        if (!seen.add(section)) {
            throw tokens.invalid("The \"" + section + "\" section can only be used once in an update expression;");
        }
        do {
            action(section);
        } while (tokens.acceptSymbol(","));
    }

    private void action(String section) {
        rejectSectionName();
        Path path = names.path();
        UpdateAction action = switch (section) {
            case "SET" -> assign();
            case "REMOVE" -> new UpdateAction.Remove();
            case "ADD" -> new UpdateAction.Add(names.value());
            default -> new UpdateAction.Delete(names.value());
        };
        actions.add(path, action, tokens);
        paths.add(path);
    }

    private void rejectSectionName() {
        Token token = tokens.peek();
        if (token.kind() == Token.Kind.WORD && SECTIONS.contains(token.text().toUpperCase(Locale.ROOT))) {
            throw tokens.syntaxError();
        }
    }

    private UpdateAction assign() {
        tokens.expectSymbol("=");
        return new UpdateAction.Assign(sum());
    }

    private SetOperand sum() {
        boolean parenthesised = tokens.peek().is("(");
        SetOperand left = parenthesised ? inParentheses() : operand();
        if (tokens.acceptSymbol("+")) {
            return new SetOperand.Arithmetic(single(left), true, operandInParentheses());
        }
        if (tokens.acceptSymbol("-")) {
            return new SetOperand.Arithmetic(single(left), false, operandInParentheses());
        }
        return left;
    }

    /** Sums have two operands: {@code (a + b) + c} is not in the language. */
    private SetOperand single(SetOperand operand) {
        if (operand instanceof SetOperand.Arithmetic) {
            throw tokens.syntaxError();
        }
        return operand;
    }

    private SetOperand inParentheses() {
        tokens.expectSymbol("(");
        if (tokens.peek().is("(")) {
            throw tokens.syntaxError();
        }
        SetOperand inner = sum();
        tokens.expectSymbol(")");
        return inner;
    }

    private SetOperand operandInParentheses() {
        if (!tokens.acceptSymbol("(")) {
            return operand();
        }
        SetOperand operand = operand();
        tokens.expectSymbol(")");
        return operand;
    }

    private SetOperand operand() {
        if (names.atValue()) {
            return new SetOperand.Plain(new Operand.OfValue(names.value()));
        }
        if (names.atPath()) {
            return new SetOperand.Plain(new Operand.OfPath(names.path()));
        }
        return function();
    }

    private SetOperand function() {
        Token token = tokens.peek();
        if (token.kind() != Token.Kind.WORD || !tokens.peekNext().is("(")) {
            throw tokens.syntaxError();
        }
        String function = tokens.next().text();
        if (!function.equals("if_not_exists") && !function.equals("list_append")) {
            throw tokens.invalid("Invalid function name; function: " + function);
        }
        List<SetOperand> operands = new ArrayList<>();
        tokens.expectSymbol("(");
        do {
            operands.add(operandInParentheses());
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol(")");
        if (operands.size() != 2) {
            throw tokens.invalid("Incorrect number of operands for operator or function; operator or function: "
                    + function + ", number of operands: " + operands.size());
        }
        return function.equals("list_append")
                ? new SetOperand.ListAppend(operands.get(0), operands.get(1))
                : ifNotExists(operands.get(0), operands.get(1));
    }

    private SetOperand ifNotExists(SetOperand first, SetOperand second) {
        if (first instanceof SetOperand.Plain plain && plain.operand() instanceof Operand.OfPath path) {
            return new SetOperand.IfNotExists(path.path(), second);
        }
        throw tokens.invalid("Operator or function requires a document path; operator or function: if_not_exists");
    }
}
