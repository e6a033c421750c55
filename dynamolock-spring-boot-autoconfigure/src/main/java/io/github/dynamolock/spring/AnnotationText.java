package io.github.dynamolock.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** Reads the text attributes of one annotation; placeholders are resolved here, once, and nowhere else. */
final class AnnotationText {

    private final String method;
    private final ConfigurableBeanFactory beanFactory;

    AnnotationText(String method, ConfigurableBeanFactory beanFactory) {
        this.method = method;
        this.beanFactory = beanFactory;
    }

    /** The text with its placeholders resolved; empty when there is none. */
    String resolve(String attribute, String text) {
        if (!text.contains("${")) {
            return text;
        }
        try {
            String resolved = beanFactory.resolveEmbeddedValue(text);
            // Without Boot's strict resolver, Spring leaves standing what it can't fill.
            if (resolved != null && resolved.contains("${") && !text.contains("\\${")) {
                throw unfilled(attribute, text, null);
            }
            return resolved == null ? "" : resolved;
        } catch (IllegalArgumentException unresolved) {
            throw unfilled(attribute, text, unresolved);
        }
    }

    private InvalidLockAnnotationException unfilled(String attribute, String text, @Nullable Throwable cause) {
        return problem(
                attribute + " = \"" + text + "\" has a placeholder that no property fills",
                "Set the property, or give a default as in ${name:10s}",
                cause);
    }

    /** A time that may be zero only where zero means something; null when there is none. */
    @Nullable
    Duration duration(String attribute, String text, boolean zeroAllowed) {
        String resolved = resolve(attribute, text).trim();
        if (resolved.isEmpty()) {
            return null;
        }
        String quoted = attribute + " = \"" + resolved + "\"";
        if (resolved.chars().allMatch(Character::isDigit)) {
            throw problem(quoted + " has no unit", "Write " + resolved + "s or " + resolved + "ms", null);
        }
        Duration duration = parse(quoted, resolved);
        if (duration.isNegative() || (duration.isZero() && !zeroAllowed)) {
            throw problem(
                    quoted + " is " + (duration.isZero() ? "zero" : "negative"), "Write a time such as 10s", null);
        }
        return duration;
    }

    InvalidLockAnnotationException problem(String problem, String remedy, @Nullable Throwable cause) {
        return new InvalidLockAnnotationException(method, problem, remedy, cause);
    }

    private Duration parse(String quoted, String text) {
        try {
            return DurationFormatterUtils.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException notOne) {
            throw problem(
                    quoted + " is not a duration", "Write it as 10s, 500ms, 1m30s or in ISO-8601 (PT10S)", notOne);
        }
    }
}
