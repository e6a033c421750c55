package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client writes into the log, and at which level. */
class EventLogTests {

    private static final String LOCK = "lock 'k' (Jobs.run) of 'me'";
    private static final LockRequest REQUEST =
            LockRequest.forKey("k").name("Jobs.run").build();

    @SuppressWarnings("NullAway.Init")
    private ManualLocks locks;

    @SuppressWarnings("NullAway.Init")
    private CapturedLog log;

    @BeforeEach
    void start() throws InterruptedException {
        locks = new ManualLocks();
        log = new CapturedLog();
    }

    @AfterEach
    void end() {
        log.close();
        locks.close();
    }

    private LockClient client() {
        return locks.open(locks.builder().ownerName("me"));
    }

    @Test
    void aLossIsInformationWithItsReason() {
        ManualLocks.take(client(), REQUEST);
        locks.deleteRow(REQUEST.lockKey().value());
        locks.pass(ManualLocks.HEARTBEAT);
        assertThat(log.lines(Level.INFO)).containsExactly(LOCK + " was lost after 3750 ms: DELETED");
        assertThat(log.lines(Level.WARN)).isEmpty();
    }

    @Test
    void aRenewalThatFailsIsAWarningThatSaysWhenTheLeaseEnds() {
        ManualLocks.take(client(), REQUEST);
        locks.dynamo.faults().on("UpdateItem").throttle();
        locks.pass(Duration.ofMillis(3750));
        assertThat(log.lines(Level.WARN))
                .singleElement()
                .asString()
                .startsWith("a renewal of " + LOCK + " did not reach the table, its lease ends in 14250 ms: software")
                .contains("Throughput");
    }

    @Test
    void anOrdinaryLifeIsForDebugging() {
        LockClient mine = client();
        LockHandle lock = ManualLocks.take(mine, REQUEST);
        LockClient other = locks.open(locks.builder().ownerName("other"));
        assertThat(ManualLocks.ask(other, Duration.ZERO)).isCompletedExceptionally();
        locks.pass(ManualLocks.HEARTBEAT);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(log.lines(Level.DEBUG))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo(LOCK + " was granted after 0 ms, fencing token " + lock.fencingToken()),
                        line -> assertThat(line).isEqualTo("lock 'k' of 'other' is held by 'me'"),
                        line -> assertThat(line)
                                .startsWith("lock 'k' of 'other' was not granted after 0 ms: io.github"),
                        line -> assertThat(line).isEqualTo(LOCK + " was renewed in 0 ms"),
                        line -> assertThat(line).isEqualTo(LOCK + " was released after 5000 ms"));
        assertThat(log.lines(Level.INFO)).isEmpty();
        assertThat(log.lines(Level.WARN)).isEmpty();
    }

    @Test
    void noKeyNameOrOwnerBeginsALineOfItsOwn() {
        String bad = "a\nINFO b\u202e\u001b[2J";
        LockClient client = locks.open(locks.builder().ownerName("o" + bad));
        LockRequest request = LockRequest.forKey("k" + bad).name("n" + bad).build();
        LockHandle lock = ManualLocks.take(client, request);
        locks.dynamo.faults().on("UpdateItem").throttle();
        locks.pass(ManualLocks.HEARTBEAT);
        lock.close();
        locks.dynamo.faults().clear();
        locks.pass(ManualLocks.LEASE);
        assertThat(Stream.of(Level.DEBUG, Level.INFO, Level.WARN).flatMap(level -> log.lines(level).stream()))
                .hasSizeGreaterThan(2)
                .allSatisfy(line -> assertThat(line)
                        .contains("ka\\u000aINFO b\\u202e\\u001b[2J", "na\\u000a", "oa\\u000a")
                        .doesNotContain("\n", "\u202e", "\u001b"));
        assertThat(log.lines(Level.WARN)).anySatisfy(line -> assertThat(line).contains("could not be released"));
    }
}
