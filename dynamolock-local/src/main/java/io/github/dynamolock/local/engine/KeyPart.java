package io.github.dynamolock.local.engine;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The value of a partition or sort key, in DynamoDB's order; or a bound below or above all of them. */
final class KeyPart implements Comparable<KeyPart> {
    /** Below every value. */
    static final KeyPart LOWEST = new KeyPart(-1, new byte[0], null);
    /** Above every value. */
    static final KeyPart HIGHEST = new KeyPart(1, new byte[0], null);
    /** The sort key of a table without one. */
    static final KeyPart NONE = new KeyPart(0, new byte[0], null);

    private final int bound;
    private final byte[] bytes;
    private final @Nullable BigDecimal number;

    private KeyPart(int bound, byte[] bytes, @Nullable BigDecimal number) {
        this.bound = bound;
        this.bytes = bytes;
        this.number = number;
    }

    /** The part for a value of type S, N or B, in stored form. */
    static KeyPart of(AttributeValue value) {
        return switch (value.type()) {
            case S -> new KeyPart(0, value.s().getBytes(StandardCharsets.UTF_8), null);
            case N -> new KeyPart(0, value.n().getBytes(StandardCharsets.US_ASCII), new BigDecimal(value.n()));
            case B -> new KeyPart(0, value.b().asByteArrayUnsafe(), null);
            default -> throw new IllegalArgumentException("No key type: " + value.type());
        };
    }

    /** The least part above all those that begin with this one's bytes. */
    KeyPart afterPrefix() {
        int last = bytes.length - 1;
        while (last >= 0 && bytes[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            return HIGHEST;
        }
        byte[] next = Arrays.copyOf(bytes, last + 1);
        next[last]++;
        return new KeyPart(0, next, null);
    }

    int length() {
        return bytes.length;
    }

    /** A well mixed hash of the bytes, so that its high bits spread keys over segments and locks. */
    long hash() {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }

    @Override
    public int compareTo(KeyPart other) {
        if (bound != 0 || other.bound != 0) {
            return Integer.compare(bound, other.bound);
        }
        return number != null && other.number != null
                ? number.compareTo(other.number)
                : Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyPart part && bound == part.bound && Arrays.equals(bytes, part.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
