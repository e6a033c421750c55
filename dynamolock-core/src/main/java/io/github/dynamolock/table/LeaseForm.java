package io.github.dynamolock.table;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How the length of a lease stands in a row. Every form is read, whichever is written. Internal. */
public enum LeaseForm {
    /** Text as Go prints a duration: {@code 20s}, {@code 1m30s}. */
    GO_TEXT {
        @Override
        AttributeValue write(Duration lease) {
            return AttributeValue.fromS(GoDuration.format(lease));
        }
    },
    /** Text of decimal milliseconds, {@code 20000}: rounded up, for a holder counts the whole of its lease. */
    MILLISECONDS_TEXT {
        @Override
        AttributeValue write(Duration lease) {
            return AttributeValue.fromS(Long.toString(lease.plusNanos(999_999).toMillis()));
        }
    },
    /** A number of nanoseconds: {@code 20000000000}. */
    NANOSECONDS_NUMBER {
        @Override
        AttributeValue write(Duration lease) {
            return AttributeValue.fromN(Long.toString(lease.toNanos()));
        }
    };

    /** Longer leases than this are taken for corrupt: nobody would live to see them end. */
    public static final Duration LONGEST = Duration.ofDays(366);

    abstract AttributeValue write(Duration lease);

    /** The lease in an attribute of any form; empty when it is none, not positive, or beyond {@link #LONGEST}. */
    static Optional<Duration> read(@Nullable AttributeValue value) {
        if (value == null) {
            return Optional.empty();
        }
        Optional<Duration> lease = Optional.empty();
        if (value.type() == AttributeValue.Type.S) {
            lease = GoDuration.isDigits(value.s()) ? digits(value.s(), 1_000_000L) : GoDuration.parse(value.s());
        } else if (value.type() == AttributeValue.Type.N) {
            lease = digits(value.n(), 1L);
        }
        return lease.filter(d -> d.compareTo(Duration.ZERO) > 0 && d.compareTo(LONGEST) <= 0);
    }

    private static Optional<Duration> digits(String text, long nanosPerUnit) {
        try {
            return Optional.of(Duration.ofNanos(Math.multiplyExact(Long.parseLong(text), nanosPerUnit)));
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
