package io.github.dynamolock.local.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: the type, the equality, the order and the size of attribute values. All values given here are valid. */
public final class Attributes {
    private static final int CONTAINER_OVERHEAD = 3;

    private Attributes() {}

    /** DynamoDB's name of the value's type, such as {@code S} or {@code NULL}. */
    public static String type(AttributeValue value) {
        AttributeValue.Type type = value.type();
        return type == AttributeValue.Type.NUL ? "NULL" : type.name();
    }

    /** Whether both have the same type and value; numbers by value, sets without order. */
    public static boolean equal(AttributeValue left, AttributeValue right) {
        if (left.type() != right.type()) {
            return false;
        }
        return switch (left.type()) {
            case S -> left.s().equals(right.s());
            case N -> sameNumber(left.n(), right.n());
            case B -> left.b().equals(right.b());
            case BOOL -> left.bool().equals(right.bool());
            case NUL -> true;
            case SS -> sameSet(left.ss(), right.ss());
            case NS -> sameSet(left.ns(), right.ns());
            case BS -> sameSet(left.bs(), right.bs());
            case L -> sameList(left.l(), right.l());
            case M -> sameMap(left.m(), right.m());
            default -> false;
        };
    }

    /** The order of two values of one of the types S, N and B; null when they do not compare. */
    public static @Nullable Integer compare(AttributeValue left, AttributeValue right) {
        if (left.type() != right.type()) {
            return null;
        }
        return switch (left.type()) {
            case S -> compareText(left.s(), right.s());
            case N -> Numbers.of(left.n()).compareTo(Numbers.of(right.n()));
            case B ->
                Arrays.compareUnsigned(left.b().asByteArrayUnsafe(), right.b().asByteArrayUnsafe());
            default -> null;
        };
    }

    /** Whether two values of one of the types S, N and B can be ordered. */
    public static boolean isScalar(AttributeValue value) {
        return switch (value.type()) {
            case S, N, B -> true;
            default -> false;
        };
    }

    /** What {@code size(...)} answers, or -1 where the type has no size. */
    public static int cardinality(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s().length();
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().size();
            case NS -> value.ns().size();
            case BS -> value.bs().size();
            case L -> value.l().size();
            case M -> value.m().size();
            default -> -1;
        };
    }

    /** Bytes that an item weighs: its names and its values. */
    public static int size(Map<String, AttributeValue> item) {
        int size = 0;
        for (Map.Entry<String, AttributeValue> entry : item.entrySet()) {
            size += utf8Length(entry.getKey()) + size(entry.getValue());
        }
        return size;
    }

    private static int size(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8Length(value.s());
            case N -> Numbers.size(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().stream().mapToInt(Attributes::utf8Length).sum();
            case NS -> value.ns().stream().mapToInt(Numbers::size).sum();
            case BS ->
                value.bs().stream().mapToInt(b -> b.asByteArrayUnsafe().length).sum();
            case L -> {
                int size = CONTAINER_OVERHEAD + value.l().size();
                for (AttributeValue element : value.l()) {
                    size += size(element);
                }
                yield size;
            }
            case M -> CONTAINER_OVERHEAD + value.m().size() + size(value.m());
            default -> 1;
        };
    }

    /** Bytes of a text in UTF-8. */
    public static int utf8Length(String text) {
        int length = text.length();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return length;
    }

    /** The order of two texts by their UTF-8 bytes, which is that of their code points. */
    static int compareText(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                return rank(a) - rank(b);
            }
        }
        return left.length() - right.length();
    }

    /** Surrogates stand for code points above every other char, though their own numbers are lower. */
    private static int rank(char c) {
        return Character.isSurrogate(c) ? c + 0x10000 : c;
    }

    private static boolean sameNumber(String left, String right) {
        return left.equals(right) || Numbers.of(left).compareTo(Numbers.of(right)) == 0;
    }

    private static <T> boolean sameSet(List<T> left, List<T> right) {
        return left.size() == right.size() && new HashSet<>(left).containsAll(right);
    }

    private static boolean sameList(List<AttributeValue> left, List<AttributeValue> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameMap(Map<String, AttributeValue> left, Map<String, AttributeValue> right) {
        if (!left.keySet().equals(right.keySet())) {
            return false;
        }
        for (Map.Entry<String, AttributeValue> entry : left.entrySet()) {
            AttributeValue other = right.get(entry.getKey());
            if (other == null || !equal(entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }
}
