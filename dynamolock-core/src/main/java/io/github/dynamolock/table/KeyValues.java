package io.github.dynamolock.table;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * What DynamoDB takes as the value of a key: a string, a number or bytes, not empty and not too long. Checked here, so
 * that a bad key never becomes a call, and so that two keys never turn into one on the way. Internal.
 */
public final class KeyValues {

    private static final int MAX_NUMBER_DIGITS = 38;
    private static final int MAX_MAGNITUDE = 125;
    private static final int MIN_MAGNITUDE = -130;

    private KeyValues() {}

    /**
     * Returns the value as DynamoDB will keep it.
     *
     * @param what how to call the value in a message
     * @param maxBytes the longest string or bytes allowed
     * @throws IllegalArgumentException when the value can't be a key
     */
    public static AttributeValue require(String what, AttributeValue value, int maxBytes) {
        switch (value.type()) {
            case S -> requireLength(what, utf8Length(what, value.s()), maxBytes);
            case B -> requireLength(what, value.b().asByteArrayUnsafe().length, maxBytes);
            case N -> {
                return AttributeValue.fromN(canonicalNumber(what, value.n()));
            }
            default ->
                throw new IllegalArgumentException(
                        what + " must be of type S, N or B, but was of type " + value.type());
        }
        return value;
    }

    /** The type of a value that {@link #require} let pass. */
    public static ScalarAttributeType typeOf(AttributeValue value) {
        return switch (value.type()) {
            case S -> ScalarAttributeType.S;
            case N -> ScalarAttributeType.N;
            default -> ScalarAttributeType.B;
        };
    }

    /** The value as text: the string, the digits, or the bytes in Base64. */
    public static String text(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s();
            case N -> value.n();
            default -> Base64.getEncoder().encodeToString(value.b().asByteArrayUnsafe());
        };
    }

    /**
     * The value of this type that {@link #text} shows so.
     *
     * @throws IllegalArgumentException when no value of the type is shown so
     */
    public static AttributeValue ofText(ScalarAttributeType type, String text) {
        return switch (type) {
            case N -> AttributeValue.fromN(text);
            case B ->
                AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(text)));
            default -> AttributeValue.fromS(text);
        };
    }

    private static int utf8Length(String what, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(what + " must not be empty or blank");
        }
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return bytes.remaining();
        } catch (CharacterCodingException e) {
            // An ordinary encoder writes '?' for a lone surrogate: two different keys would become one lock.
            throw new IllegalArgumentException(what + " is not valid Unicode: it has half of a surrogate pair", e);
        }
    }

    private static void requireLength(String what, int bytes, int maxBytes) {
        if (bytes == 0 || bytes > maxBytes) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + maxBytes + " bytes (UTF-8; DynamoDB's limit), but has " + bytes);
        }
    }

    private static String canonicalNumber(String what, String digits) {
        try {
            BigDecimal number = new BigDecimal(digits.strip()).stripTrailingZeros();
            if (number.precision() > MAX_NUMBER_DIGITS) {
                throw new IllegalArgumentException(what + " must have at most " + MAX_NUMBER_DIGITS
                        + " significant digits, but was " + Escapes.escape(digits));
            }
            int magnitude = number.precision() - number.scale() - 1;
            if (magnitude > MAX_MAGNITUDE || magnitude < MIN_MAGNITUDE) {
                throw new IllegalArgumentException(what
                        + " must be between 1E-130 and 9.9E125 (DynamoDB's limits), but was " + Escapes.escape(digits));
            }
            return number.scale() <= 0 && number.scale() > -MAX_NUMBER_DIGITS
                    ? number.toPlainString()
                    : number.toString();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(what + " is not a number: '" + Escapes.escape(digits) + "'", e);
        }
    }
}
