package io.github.dynamolock.local.expression;

/**
 * Internal: what a key condition asks of one key attribute.
 *
 * @param attribute the attribute
 * @param operator how it is compared
 * @param first the placeholder of the value, or of the lower bound
 * @param second the placeholder of the upper bound; that of {@code first} for the operators with one value
 */
public record KeyTest(String attribute, Operator operator, String first, String second) {
    /** Internal: the operators of key conditions. */
    public enum Operator {
        /** The value. */
        EQUAL,
        /** Less than the value. */
        LESS,
        /** The value or less. */
        LESS_OR_EQUAL,
        /** More than the value. */
        GREATER,
        /** The value or more. */
        GREATER_OR_EQUAL,
        /** From the lower to the upper bound, both included. */
        BETWEEN,
        /** Begins with the value. */
        BEGINS_WITH
    }
}
