package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What people are told of a campaign that fails, and when: at its first call without an answer, not when it is over. */
class CampaignLogTests {

    private final Logger logger = (Logger) LoggerFactory.getLogger(DefaultLeaderElector.class);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Level former = logger.getLevel();
    private final ManualLocks manual = newManual();

    private static ManualLocks newManual() {
        try {
            return new ManualLocks();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void listen() {
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void close() {
        manual.close();
        logger.detachAppender(appender);
        logger.setAdditive(true);
        logger.setLevel(former);
    }

    private List<String> warnings() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private Candidate candidate() {
        return new Candidate(manual, "a", new ArrayList<>(), settings -> settings);
    }

    @Test
    void aTableOutOfReachIsToldAtTheFirstCallAndOnceAndAgainWhenItAnswers() {
        Candidate candidate = candidate();
        candidate.cut();
        candidate.elector.start();
        assertThat(warnings()).containsExactly("the campaign for 'k' fails; it is tried again until it succeeds");
        assertThat(appender.list.get(0).getThrowableProxy()).isNotNull();
        manual.pass(Duration.ofMinutes(25));
        assertThat(warnings()).hasSize(1);
        candidate.mend();
        manual.pass(Duration.ofSeconds(10));
        assertThat(candidate.leads()).isTrue();
        assertThat(warnings()).hasSize(2).last().isEqualTo("the campaign for 'k' goes on: the table answers again");
    }

    @Test
    void aWaitingCandidateThatIsCutOffSaysSoAtItsNextLook() {
        Candidate leader = candidate();
        leader.elector.start();
        Candidate waiting = candidate();
        waiting.elector.start();
        manual.pass(Duration.ofMinutes(1));
        assertThat(warnings()).isEmpty();
        waiting.cut();
        manual.pass(Duration.ofSeconds(2));
        assertThat(warnings()).hasSize(1);
        waiting.mend();
        manual.pass(Duration.ofSeconds(2));
        assertThat(warnings()).hasSize(2);
        assertThat(waiting.leads()).isFalse();
    }

    @Test
    void aTableThatIsMissingIsToldOnceHoweverManyCampaignsFail() {
        Candidate candidate = candidate();
        manual.dynamo.client().deleteTable(delete -> delete.tableName("locks"));
        candidate.elector.start();
        manual.pass(Duration.ofMinutes(5));
        assertThat(warnings()).hasSize(1);
    }

    @Test
    void whatComesAfterTheEndOfAnElectorConcernsNobody() {
        CampaignLog campaigns = new CampaignLog(LockKey.of("k"));
        campaigns.close();
        campaigns.unanswered(new IllegalStateException());
        campaigns.answered();
        assertThat(warnings()).isEmpty();
    }
}
