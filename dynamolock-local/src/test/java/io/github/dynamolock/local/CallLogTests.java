package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** What is logged of the calls that arrive. */
class CallLogTests {

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final Logger logger = (Logger) LoggerFactory.getLogger(LocalDynamoDb.class);
    private final Level levelBefore = logger.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setAdditive(false);
    }

    @AfterEach
    void close() {
        logger.setLevel(levelBefore);
        logger.setAdditive(true);
        logger.detachAppender(lines);
        dynamo.close();
    }

    private void readFromATableThatIsNotThere() {
        assertThatExceptionOfType(ResourceNotFoundException.class)
                .isThrownBy(() -> dynamo.client()
                        .getItem(
                                get -> get.tableName("locks").key(Map.of("key", AttributeValue.fromS("campaign:42")))));
    }

    @Test
    void eachCallIsLoggedWithWhatWasSentAlsoOneThatFails() {
        logger.setLevel(Level.DEBUG);
        readFromATableThatIsNotThere();
        List<String> messages =
                lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertThat(messages).singleElement().asString().startsWith("GetItem ").contains("locks", "campaign:42");
    }

    @Test
    void nothingIsLoggedUnlessAskedFor() {
        logger.setLevel(Level.INFO);
        readFromATableThatIsNotThere();
        assertThat(lines.list).isEmpty();
    }
}
