package io.github.dynamolock.spring;

import java.util.Arrays;
import java.util.Comparator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The order in which several keys are acquired: by type, then by value. All processes must agree on it, or two of them wait
 * for each other; so it depends on nothing that a library's or a JVM's version, or a locale, may change. Keys are equal in
 * it when they are the same text; numbers have to be in DynamoDB's own way of writing for that.
 */
final class KeyOrder implements Comparator<AttributeValue> {

    static final KeyOrder INSTANCE = new KeyOrder();

    private KeyOrder() {}

    @Override
    public int compare(AttributeValue one, AttributeValue other) {
        int byType = one.type().name().compareTo(other.type().name());
        return byType == 0 ? byValue(one, other) : byType;
    }

    private static int byValue(AttributeValue one, AttributeValue other) {
        return switch (one.type()) {
            case S -> one.s().compareTo(other.s());
            case N -> one.n().compareTo(other.n());
            case B ->
                Arrays.compareUnsigned(one.b().asByteArrayUnsafe(), other.b().asByteArrayUnsafe());
            default -> throw new IllegalArgumentException("not a key: " + one.type());
        };
    }
}
