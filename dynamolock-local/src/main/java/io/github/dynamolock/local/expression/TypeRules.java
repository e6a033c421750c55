package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Attributes;
import io.github.dynamolock.local.value.Errors;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rules on the types of values that stand directly in an expression. Unlike an item's attribute of an unfitting
 * type, which only makes a condition false, such a value is an error whatever the item is.
 *
 * @param label the request's name for the expression
 */
record TypeRules(String label) {
    private static final Set<String> TYPE_NAMES = Set.of("S", "N", "B", "SS", "NS", "BS", "L", "M", "NULL", "BOOL");

    void requireOrdered(String operator, @Nullable AttributeValue literal) {
        if (literal != null && !Attributes.isScalar(literal)) {
            throw wrongOperand(operator, literal);
        }
    }

    void requireTextOrBinary(String function, @Nullable AttributeValue literal) {
        if (literal != null && (literal.type() == AttributeValue.Type.N || !Attributes.isScalar(literal))) {
            throw wrongOperand(function, literal);
        }
    }

    void require(String function, AttributeValue.Type type, @Nullable AttributeValue literal) {
        if (literal != null && literal.type() != type) {
            throw wrongOperand(function, literal);
        }
    }

    void requireBounds(@Nullable AttributeValue lower, @Nullable AttributeValue upper) {
        if (lower != null && upper != null && lower.type() != upper.type()) {
            throw invalid(
                    "The BETWEEN operator requires same data type for lower and upper bounds; " + bounds(lower, upper));
        }
        requireOrdered("BETWEEN", lower);
        requireOrdered("BETWEEN", upper);
        if (lower == null || upper == null) {
            return;
        }
        if (Objects.requireNonNull(Attributes.compare(lower, upper)) > 0) {
            throw invalid("The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
                    + bounds(lower, upper));
        }
    }

    void requireTypeName(@Nullable AttributeValue literal) {
        if (literal == null) {
            return;
        }
        require("attribute_type", AttributeValue.Type.S, literal);
        if (!TYPE_NAMES.contains(literal.s())) {
            throw invalid("Invalid attribute type name found; type: " + literal.s()
                    + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
        }
    }

    /** ADD takes numbers and sets, DELETE takes sets. */
    void requireAddable(String section, boolean numbers, @Nullable AttributeValue literal) {
        if (literal == null) {
            return;
        }
        boolean fits = switch (literal.type()) {
            case SS, NS, BS -> true;
            case N -> numbers;
            default -> false;
        };
        if (!fits) {
            throw invalid("Incorrect operand type for operator or function; operator: " + section + ", operand type: "
                    + longName(literal) + ", typeSet: ALLOWED_FOR_" + section + "_OPERAND");
        }
    }

    private RuntimeException wrongOperand(String operator, AttributeValue literal) {
        return invalid("Incorrect operand type for operator or function; operator or function: " + operator
                + ", operand type: " + Attributes.type(literal));
    }

    private RuntimeException invalid(String message) {
        return Errors.validation("Invalid " + label + ": " + message);
    }

    private static String longName(AttributeValue value) {
        return switch (value.type()) {
            case S -> "STRING";
            case N -> "NUMBER";
            case B -> "BINARY";
            case BOOL -> "BOOLEAN";
            case L -> "LIST";
            case M -> "MAP";
            default -> Attributes.type(value);
        };
    }

    private static String bounds(AttributeValue lower, AttributeValue upper) {
        return "lower bound operand: " + shown(lower) + ", upper bound operand: " + shown(upper);
    }

    private static String shown(AttributeValue value) {
        String text = switch (value.type()) {
            case S -> value.s();
            case N -> value.n();
            case B -> value.b().toString();
            default -> "…";
        };
        return "AttributeValue: {" + Attributes.type(value) + ":" + text + "}";
    }
}
