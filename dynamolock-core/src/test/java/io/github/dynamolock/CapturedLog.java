package io.github.dynamolock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What core logs while this is open, debug lines included. */
final class CapturedLog implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.dynamolock");
    private final Level before = logger.getLevel();
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    CapturedLog() {
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
    }

    /** The lines of one level, as a file would show them. */
    List<String> lines(Level level) {
        return appender.list.stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.setAdditive(true);
        logger.setLevel(before);
        logger.detachAppender(appender);
    }
}
