package io.github.dynamolock.local.expression;

import java.util.Arrays;
import software.amazon.awssdk.core.SdkBytes;

/** Looks for bytes within bytes. */
final class Bytes {
    private Bytes() {}

    static boolean startsWith(SdkBytes whole, SdkBytes start) {
        byte[] haystack = whole.asByteArrayUnsafe();
        byte[] needle = start.asByteArrayUnsafe();
        return needle.length <= haystack.length && isAt(0, haystack, needle);
    }

    static boolean contains(SdkBytes whole, SdkBytes part) {
        byte[] haystack = whole.asByteArrayUnsafe();
        byte[] needle = part.asByteArrayUnsafe();
        for (int at = 0; at + needle.length <= haystack.length; at++) {
            if (isAt(at, haystack, needle)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(int at, byte[] haystack, byte[] needle) {
        return Arrays.equals(haystack, at, at + needle.length, needle, 0, needle.length);
    }
}
