package io.github.dynamolock.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go's {@code time.Duration} prints and parses them (Go's package documentation of {@code time}). */
final class GoDuration {

    private static final Pattern TERM = Pattern.compile("(\\d++\\.?\\d*+|\\.\\d++)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");

    /** Far beyond what anyone prints. The text comes from a table, and numbers of 400 KB take seconds each. */
    private static final int MAX_LENGTH = 1000;

    /** Whole seconds of no more digits, as nearly all leases are, need no arithmetic. */
    private static final int PLAIN_DIGITS = 9;

    private static final Map<String, BigDecimal> NANOS_PER_UNIT = Map.of(
            "ns", BigDecimal.ONE,
            "us", BigDecimal.valueOf(1_000),
            "\u00b5s", BigDecimal.valueOf(1_000),
            "\u03bcs", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000),
            "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L));

    private GoDuration() {}

    /** Prints a duration that is not negative exactly as Go does. */
    static String format(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        if (nanos < 1_000_000) {
            return decimal(nanos, 3) + "\u00b5s";
        }
        if (nanos < 1_000_000_000) {
            return decimal(nanos, 6) + "ms";
        }
        long hours = duration.toHours();
        String seconds = decimal(nanos % 60_000_000_000L, 9) + "s";
        if (hours > 0) {
            return hours + "h" + duration.toMinutesPart() + "m" + seconds;
        }
        return duration.toMinutes() > 0 ? duration.toMinutes() + "m" + seconds : seconds;
    }

    /** Parses a duration as Go does; empty when Go would refuse it, or when it does not fit or is longer than sense. */
    static Optional<Duration> parse(String text) {
        int last = text.length() - 1;
        if (last > 0 && last <= PLAIN_DIGITS && text.charAt(last) == 's' && isDigits(text.substring(0, last))) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text.substring(0, last))));
        }
        boolean negative = text.startsWith("-");
        String unsigned = negative || text.startsWith("+") ? text.substring(1) : text;
        if (unsigned.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        if (unsigned.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher terms = TERM.matcher(unsigned);
        int end = 0;
        while (terms.region(end, unsigned.length()).lookingAt()) {
            BigDecimal unit = NANOS_PER_UNIT.getOrDefault(terms.group(2), BigDecimal.ZERO);
            nanos = nanos.add(new BigDecimal(terms.group(1)).multiply(unit).setScale(0, RoundingMode.DOWN));
            end = terms.end();
        }
        if (unsigned.isEmpty()
                || end != unsigned.length()
                || nanos.toBigInteger().bitLength() > 63) {
            return Optional.empty();
        }
        Duration duration = Duration.ofNanos(nanos.longValue());
        return Optional.of(negative ? duration.negated() : duration);
    }

    /** Whether the text has ASCII digits only: no Go duration, but what AWS's client writes. */
    static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static String decimal(long value, int scale) {
        return BigDecimal.valueOf(value, scale).stripTrailingZeros().toPlainString();
    }
}
