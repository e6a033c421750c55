package io.github.dynamolock.cli;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 10s}, {@code 5m}, {@code 2h}, {@code 1d}. A number alone has no meaning that all agree on. */
final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    @Override
    public Duration convert(String value) {
        Matcher matcher = TEXT.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + value + "' is no time: write a whole number and ms, s, m, h or d, such as 10s");
        }
        return Duration.of(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
    }

    private static ChronoUnit unit(String text) {
        return switch (text) {
            case "ms" -> ChronoUnit.MILLIS;
            case "s" -> ChronoUnit.SECONDS;
            case "m" -> ChronoUnit.MINUTES;
            case "h" -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
    }
}
