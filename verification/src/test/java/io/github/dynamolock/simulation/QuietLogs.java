package io.github.dynamolock.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.dynamolock.local.LocalDynamoDb;
import org.slf4j.LoggerFactory;

/** The log of thousands of schedules is of no use to anybody. */
final class QuietLogs implements AutoCloseable {

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.github.dynamolock");

    /** Has a level of its own in tests, and writes down each call. */
    private static final Logger CALLS = (Logger) LoggerFactory.getLogger(LocalDynamoDb.class);

    private final Level before;
    private final Level callsBefore;

    private QuietLogs(Level before, Level callsBefore) {
        this.before = before;
        this.callsBefore = callsBefore;
    }

    static QuietLogs begin() {
        QuietLogs quiet = new QuietLogs(LOGGER.getLevel(), CALLS.getLevel());
        LOGGER.setLevel(Level.OFF);
        CALLS.setLevel(Level.OFF);
        return quiet;
    }

    @Override
    public void close() {
        LOGGER.setLevel(before);
        CALLS.setLevel(callsBefore);
    }
}
