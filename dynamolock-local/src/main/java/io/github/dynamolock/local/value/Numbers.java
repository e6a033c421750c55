package io.github.dynamolock.local.value;

import java.math.BigDecimal;

/** Internal: DynamoDB's numbers, decimals of up to 38 significant digits between 1E-130 and 9.99…E+125. */
public final class Numbers {
    private static final int MAX_DIGITS = 38;
    private static final int MAX_EXPONENT = 125;
    private static final int MIN_EXPONENT = -130;
    private static final int MAX_TEXT = 1_000;

    private Numbers() {}

    /** The number a stored, and therefore valid, text stands for. */
    public static BigDecimal of(String text) {
        return new BigDecimal(text);
    }

    /** The text DynamoDB stores for a number given by a caller; a validation error for what is no number. */
    public static String canonical(String text) {
        return isPlainInteger(text) ? text : canonical(parse(text));
    }

    /** The text DynamoDB stores for a number; a validation error for one out of range. */
    public static String canonical(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        if (stripped.signum() == 0) {
            return "0";
        }
        int exponent = stripped.precision() - stripped.scale() - 1;
        if (exponent > MAX_EXPONENT) {
            throw Errors.validation(
                    "Number overflow. Attempting to store a number with magnitude larger than supported range");
        }
        if (exponent < MIN_EXPONENT) {
            throw Errors.validation(
                    "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        }
        if (stripped.precision() > MAX_DIGITS) {
            throw Errors.validation("Attempting to store more than 38 significant digits in a Number");
        }
        return stripped.toPlainString();
    }

    /** Bytes a number weighs: one for each two significant digits, and one or two more. */
    static int size(String text) {
        int digits = 0;
        int zeros = 0;
        boolean negative = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '-') {
                negative = true;
            } else if (c == '0') {
                zeros += digits > 0 ? 1 : 0;
            } else if (c != '.') {
                digits += zeros + 1;
                zeros = 0;
            }
        }
        return (digits + 1) / 2 + 1 + (negative ? 1 : 0);
    }

    private static BigDecimal parse(String text) {
        if (text.isEmpty() || text.length() > MAX_TEXT) {
            throw notANumber(text);
        }
        for (int i = 0; i < text.length(); i++) {
            // BigDecimal also takes other scripts' digits, DynamoDB does not.
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                throw notANumber(text);
            }
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw notANumber(text);
        }
    }

    private static RuntimeException notANumber(String text) {
        return Errors.validation("The parameter cannot be converted to a numeric value"
                + (text.isEmpty() ? "" : ": " + (text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text)));
    }

    private static boolean isPlainInteger(String text) {
        int length = text.length();
        if (length == 0 || length > MAX_DIGITS || (text.charAt(0) == '0' && length > 1)) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }
}
