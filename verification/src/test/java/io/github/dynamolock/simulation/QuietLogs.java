package io.github.dynamolock.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** The log of thousands of schedules is of no use to anybody. */
final class QuietLogs implements AutoCloseable {

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.github.dynamolock");

    private final Level before;

    private QuietLogs(Level before) {
        this.before = before;
    }

    static QuietLogs begin() {
        QuietLogs quiet = new QuietLogs(LOGGER.getLevel());
        LOGGER.setLevel(Level.OFF);
        return quiet;
    }

    @Override
    public void close() {
        LOGGER.setLevel(before);
    }
}
