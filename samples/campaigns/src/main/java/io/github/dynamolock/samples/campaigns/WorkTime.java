package io.github.dynamolock.samples.campaigns;

import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/**
 * How long a launch works, as the parameter {@code work} gives it.
 *
 * @param duration from zero to {@link #LONGEST}
 */
record WorkTime(Duration duration) {

    static final Duration LONGEST = Duration.ofMinutes(10);

    WorkTime {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw refused(duration.toString());
        }
    }

    /** Reads {@code 500ms}, {@code 2s} or {@code 1m}; Spring calls this for request parameters. */
    public static WorkTime valueOf(String text) {
        Duration duration;
        try {
            duration = DurationStyle.SIMPLE.parse(text);
        } catch (IllegalArgumentException unreadable) {
            throw refused(text);
        }
        return new WorkTime(duration);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                "'work' must be a time such as 500ms, 2s or 1m, and at most 10m; it was '" + text + "'");
    }
}
