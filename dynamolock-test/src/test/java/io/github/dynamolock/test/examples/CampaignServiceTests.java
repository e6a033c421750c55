package io.github.dynamolock.test.examples;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.test.TestLocks;
import io.github.dynamolock.test.autoconfigure.AutoConfigureTestLocks;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** What docs/testing.md shows of a Spring Boot application. */
@SpringBootTest
@AutoConfigureTestLocks
class CampaignServiceTests {

    @Autowired
    TestLocks locks;

    @Autowired
    CampaignService campaigns;

    @MockitoBean
    Mailer mailer;

    @Test
    void aLaunchWaitsForThatOfAnotherInstance() throws Exception {
        LockHandle held = locks.otherInstance().hold("campaign:42");
        CompletableFuture<Void> launch = runAsync(() -> campaigns.launch("42"));
        locks.awaitWaiting("campaign:42");
        verifyNoInteractions(mailer);

        held.release();
        assertThat(launch).succeedsWithin(ofSeconds(10));
        verify(mailer).send("42");
    }

    @Test
    void aLaunchGivesUpWhenItsWaitTimeIsOver() throws Exception {
        locks.otherInstance().hold("campaign:42");
        CompletableFuture<Void> launch = runAsync(() -> campaigns.launch("42"));
        locks.awaitWaiting("campaign:42");

        locks.advance(ofSeconds(10));
        assertThat(launch)
                .failsWithin(ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(LockNotGrantedException.class);
        verifyNoInteractions(mailer);
    }

    @Test
    void aLaunchIsStoppedWhenItsLockIsLost() throws Exception {
        doAnswer(sending -> new CountDownLatch(1).await(60, SECONDS))
                .when(mailer)
                .send("42");
        CompletableFuture<Void> launch = runAsync(() -> campaigns.launch("42"));

        locks.lose("campaign:42");
        assertThat(launch).failsWithin(ofSeconds(10)).withThrowableThat().withCauseInstanceOf(LockLostException.class);
    }

    @Test
    void theReportIsSentOnceInFiveMinutes() throws Exception {
        campaigns.report();
        campaigns.report();
        verify(mailer, times(1)).send("report");

        locks.advance(ofMinutes(5));
        campaigns.report();
        verify(mailer, times(2)).send("report");
    }
}
