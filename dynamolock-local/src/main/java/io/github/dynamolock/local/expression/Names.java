package io.github.dynamolock.local.expression;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads document paths and value placeholders, resolving names and remembering what was used. */
final class Names {
    private final Tokens tokens;
    private final Map<String, String> aliases;
    private final Set<String> usedNames = new HashSet<>();
    private final Set<String> usedValues = new HashSet<>();
    private final Set<String> attributes = new HashSet<>();
    private final Set<String> containers = new HashSet<>();

    Names(Tokens tokens, Map<String, String> aliases) {
        this.tokens = tokens;
        this.aliases = aliases;
    }

    Set<String> usedNames() {
        return usedNames;
    }

    Set<String> usedValues() {
        return usedValues;
    }

    /** The top-level attributes that the paths read so far begin with. */
    Set<String> attributes() {
        return attributes;
    }

    /** Those of them that a path leads into. */
    Set<String> containers() {
        return containers;
    }

    boolean atPath() {
        Token token = tokens.peek();
        return token.kind() == Token.Kind.NAME
                || (token.kind() == Token.Kind.WORD && !tokens.peekNext().is("("));
    }

    boolean atValue() {
        return tokens.peek().kind() == Token.Kind.VALUE;
    }

    String value() {
        if (!atValue()) {
            throw tokens.syntaxError();
        }
        String name = tokens.next().text();
        usedValues.add(name);
        return name;
    }

    Path path() {
        String attribute = name();
        List<Path.Step> rest = new ArrayList<>();
        while (true) {
            if (tokens.acceptSymbol(".")) {
                rest.add(Path.Step.into(name()));
            } else if (tokens.acceptSymbol("[")) {
                rest.add(Path.Step.at(index()));
                tokens.expectSymbol("]");
            } else {
                attributes.add(attribute);
                if (!rest.isEmpty()) {
                    containers.add(attribute);
                }
                return new Path(attribute, rest);
            }
        }
    }

    private String name() {
        Token token = tokens.peek();
        if (token.kind() == Token.Kind.NAME) {
            String name = aliases.get(token.text());
            if (name == null) {
                tokens.defer("An expression attribute name used in the document path is not defined; "
                        + "attribute name: " + token.text());
                name = token.text();
            }
            usedNames.add(token.text());
            tokens.next();
            return name;
        }
        if (token.kind() != Token.Kind.WORD) {
            throw tokens.syntaxError();
        }
        if (ReservedWords.contains(token.text())) {
            tokens.defer("Attribute name is a reserved keyword; reserved keyword: " + token.text());
        }
        return tokens.next().text();
    }

    private int index() {
        Token token = tokens.peek();
        if (token.kind() != Token.Kind.NUMBER) {
            throw tokens.syntaxError();
        }
        if (token.text().length() > 9) {
            throw tokens.invalid("List index is not within the allowable range; index: [" + token.text() + "]");
        }
        tokens.next();
        return Integer.parseInt(token.text());
    }
}
