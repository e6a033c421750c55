package io.github.dynamolock.local.expression;

import io.github.dynamolock.local.value.Attributes;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The comparators of conditions. */
enum Comparator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Comparator(String symbol) {
        this.symbol = symbol;
    }

    String symbol() {
        return symbol;
    }

    boolean isOrder() {
        return this != EQUAL && this != NOT_EQUAL;
    }

    /** The comparator that says the same with its sides exchanged. */
    Comparator mirrored() {
        return switch (this) {
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            default -> this;
        };
    }

    /** Where a side is missing or the types differ only {@code <>} is true. */
    boolean test(@Nullable AttributeValue left, @Nullable AttributeValue right) {
        if (left == null || right == null) {
            return this == NOT_EQUAL;
        }
        if (this == EQUAL) {
            return Attributes.equal(left, right);
        }
        if (this == NOT_EQUAL) {
            return !Attributes.equal(left, right);
        }
        Integer order = Attributes.compare(left, right);
        if (order == null) {
            return false;
        }
        return switch (this) {
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            default -> order >= 0;
        };
    }
}
