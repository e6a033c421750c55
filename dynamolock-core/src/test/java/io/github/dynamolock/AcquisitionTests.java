package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.Acquisition.Step;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.WriteResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcquisitionTests {

    private static final LockKey KEY = LockKey.of("k");
    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration WAIT = Duration.ofMinutes(1);
    private final RuntimeException timeout = new IllegalStateException("no answer");

    private final ManualTime time = new ManualTime();
    private final Observations observations = new Observations();
    private final AtomicInteger ids = new AtomicInteger();
    private double random = 0.5;

    private Acquisition acquisition(Duration wait) {
        AcquireSettings settings = new AcquireSettings(
                wait.toNanos(), Duration.ofSeconds(1).toNanos(), LEASE, Duration.ofSeconds(5), null, false);
        return new Acquisition(
                KEY,
                settings,
                observations,
                new TokenSeeds(),
                () -> "mine" + ids.incrementAndGet(),
                () -> random,
                time.now());
    }

    private Acquisition started(Duration wait) {
        Acquisition acquisition = acquisition(wait);
        assertThat(acquisition.start(time.now())).isEqualTo(new Step.Write("mine1", null));
        return acquisition;
    }

    static LockRow row(@Nullable String version, boolean released, @Nullable String corruption) {
        return new LockRow(version, LEASE, "someone", released, 7, null, Map.of(), corruption);
    }

    private static LockRow heldBy(String holdId, long counter) {
        return row(RecordVersion.of(holdId, counter), false, null);
    }

    private static WriteResult applied(String holdId) {
        return new WriteResult.Applied(heldBy(holdId, 0));
    }

    private static WriteResult refused(@Nullable LockRow row) {
        return new WriteResult.Refused(row, false);
    }

    private WriteResult unknown() {
        return new WriteResult.Unknown(timeout);
    }

    private static Step.Granted granted(Step step) {
        assertThat(step).isInstanceOf(Step.Granted.class);
        return (Step.Granted) step;
    }

    private static Step.Wait wait(Step step) {
        assertThat(step).isInstanceOf(Step.Wait.class);
        return (Step.Wait) step;
    }

    private static Step.Write write(Step step) {
        assertThat(step).isInstanceOf(Step.Write.class);
        return (Step.Write) step;
    }

    private static RuntimeException failure(Step step) {
        assertThat(step).isInstanceOf(Step.Failed.class);
        return ((Step.Failed) step).cause();
    }

    private void pass(Step step) {
        time.advance(Duration.ofNanos(wait(step).nanos()));
    }

    // The free lock

    @Test
    void aFreeLockTakesOneWriteAndItsLeaseCountsFromBeforeTheSend() {
        Moment sent = time.now();
        Acquisition acquisition = started(WAIT);
        time.advance(Duration.ofSeconds(3));
        Step.Granted granted = granted(acquisition.written(applied("mine1"), time.now()));
        assertThat(granted.holdId()).isEqualTo("mine1");
        assertThat(granted.since()).isEqualTo(sent);
        assertThat(acquisition.orphans()).isEmpty();
    }

    @Test
    void aRowThatVanishesOrIsReleasedMeanwhileIsTakenAtOnceUnderAFreshId() {
        Acquisition acquisition = started(WAIT);
        assertThat(acquisition.written(refused(null), time.now())).isEqualTo(new Step.Write("mine2", null));
        assertThat(acquisition.written(refused(row("x:1", true, null)), time.now()))
                .isEqualTo(new Step.Write("mine3", null));
        assertThat(granted(acquisition.written(applied("mine3"), time.now())).holdId())
                .isEqualTo("mine3");
    }

    @Test
    void aFreeRowThatOthersKeepWinningEndsAfterAFewRounds() {
        Acquisition acquisition = started(Duration.ZERO);
        Step step = acquisition.written(refused(null), time.now());
        for (int round = 0; round < 3; round++) {
            step = acquisition.written(refused(null), assertIsWrite(step));
        }
        assertThat(failure(step)).isInstanceOf(LockTableException.class).hasMessageContaining("lost to others");
    }

    private Moment assertIsWrite(Step step) {
        write(step);
        return time.now();
    }

    // The held lock

    @Test
    void aHeldLockIsLookedAtByReads() {
        Acquisition acquisition = started(WAIT);
        Step step = acquisition.written(refused(heldBy("x", 0)), time.now());
        assertThat(acquisition.holder()).hasValue(heldBy("x", 0));
        pass(step);
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Read());
        pass(acquisition.read(heldBy("x", 1), time.now()));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Read());
        assertThat(write(acquisition.read(row("x:1", true, null), time.now())).observedVersion())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 50",
        "100, 50",
        "500, 50",
        "501, 50",
        "1000, 100",
        "5000, 500",
        "9999, 999",
        "10000, 1000",
        "30000, 1000"
    })
    void theNextLookComesATenthOfTheWaitLater(long waitedMillis, long pauseMillis) {
        for (double dice : new double[] {0, 0.25, 0.5, 1}) {
            random = dice;
            Acquisition acquisition = acquisition(Duration.ofMinutes(10));
            acquisition.start(time.now());
            time.advance(Duration.ofMillis(waitedMillis));
            long pause = wait(acquisition.written(refused(heldBy("x" + dice, waitedMillis)), time.now()))
                            .nanos()
                    / 1_000_000;
            assertThat(pause)
                    .isBetween(
                            (long) (pauseMillis * (0.8 + 0.4 * dice)) - 1,
                            (long) (pauseMillis * (0.8 + 0.4 * dice)) + 1);
        }
    }

    @Test
    void itLooksExactlyWhenTheObservedLeaseCanEnd() {
        Acquisition acquisition = started(WAIT);
        wait(acquisition.written(refused(heldBy("x", 0)), time.now()));
        time.advance(Duration.ofMillis(20_150));
        acquisition.resume(time.now());
        assertThat(acquisition.read(heldBy("x", 0), time.now())).isEqualTo(new Step.Wait(50_000_000L));
    }

    @Test
    void itLooksExactlyAtTheEndOfTheWait() {
        Acquisition acquisition = started(Duration.ofMillis(70));
        pass(acquisition.written(refused(heldBy("x", 0)), time.now()));
        acquisition.resume(time.now());
        assertThat(acquisition.read(heldBy("x", 0), time.now())).isEqualTo(new Step.Wait(20_000_000L));
        time.advance(Duration.ofMillis(20));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Read());
        assertThat(acquisition.read(heldBy("x", 0), time.now())).isEqualTo(new Step.NotGranted(heldBy("x", 0)));
        assertThat(acquisition.orphans()).isEmpty();
    }

    @Test
    void withoutWaitTimeThereIsOneAttempt() {
        Acquisition acquisition = started(Duration.ZERO);
        assertThat(acquisition.written(refused(heldBy("x", 3)), time.now()))
                .isEqualTo(new Step.NotGranted(heldBy("x", 3)));
    }

    // Taking over

    @Test
    void aVersionThatStoodForItsLeaseAndAHundredthIsTakenOver() {
        Acquisition acquisition = started(WAIT);
        wait(acquisition.written(refused(heldBy("x", 0)), time.now()));
        time.advance(Duration.ofMillis(20_200).minusNanos(1));
        acquisition.resume(time.now());
        assertThat(acquisition.read(heldBy("x", 0), time.now())).isEqualTo(new Step.Wait(1));
        time.advance(Duration.ofNanos(1));
        acquisition.resume(time.now());
        Moment sent = time.now();
        assertThat(acquisition.read(heldBy("x", 0), time.now()))
                .isEqualTo(new Step.Write("mine2", RecordVersion.of("x", 0)));
        assertThat(granted(acquisition.written(applied("mine2"), time.now())).since())
                .isEqualTo(sent);
    }

    @Test
    void theWallClockAndASleepOfTheMachineMakeNobodyLookExpired() {
        Acquisition acquisition = started(WAIT);
        wait(acquisition.written(refused(heldBy("x", 0)), time.now()));
        time.jumpWall(Duration.ofDays(1));
        time.suspend(Duration.ofHours(1));
        acquisition.resume(time.now());
        wait(acquisition.read(heldBy("x", 0), time.now()));
    }

    @Test
    void aRenewalStartsTheCountAgain() {
        Acquisition acquisition = started(WAIT);
        wait(acquisition.written(refused(heldBy("x", 0)), time.now()));
        time.advance(Duration.ofSeconds(20));
        acquisition.resume(time.now());
        wait(acquisition.read(heldBy("x", 1), time.now()));
        time.advance(Duration.ofMillis(20_199));
        acquisition.resume(time.now());
        wait(acquisition.read(heldBy("x", 1), time.now()));
    }

    @Test
    void aCounterThatRunsBackwardsStartsTheCountAgain() {
        Acquisition acquisition = started(WAIT);
        wait(acquisition.written(refused(heldBy("x", 5)), time.now()));
        time.advance(Duration.ofSeconds(20));
        acquisition.resume(time.now());
        wait(acquisition.read(heldBy("x", 3), time.now()));
        time.advance(Duration.ofMillis(20_199));
        acquisition.resume(time.now());
        wait(acquisition.read(heldBy("x", 3), time.now()));
    }

    @Test
    void aVersionSeenInAnEarlierCallIsTakenOverByTheFirstWrite() {
        assertThat(started(Duration.ZERO).written(refused(heldBy("x", 0)), time.now()))
                .isInstanceOf(Step.NotGranted.class);
        time.advance(Duration.ofMillis(20_200));
        Acquisition second = acquisition(Duration.ZERO);
        assertThat(second.start(time.now())).isEqualTo(new Step.Write("mine2", RecordVersion.of("x", 0)));
        assertThat(second.written(refused(heldBy("y", 0)), time.now())).isEqualTo(new Step.NotGranted(heldBy("y", 0)));
    }

    @Test
    void aVersionThatWasSeenTooShortlyIsNotTakenOverByTheFirstWrite() {
        observations.see(KEY, heldBy("x", 0), RecordVersion.of("x", 0), time.now());
        time.advance(Duration.ofMillis(20_199));
        Acquisition acquisition = started(Duration.ZERO);
        assertThat(acquisition.holdId()).isEqualTo("mine1");
    }

    @Test
    void whoseTakeoverMeetsAReleasedRowTakesThat() {
        observations.see(KEY, heldBy("x", 0), RecordVersion.of("x", 0), time.now());
        time.advance(Duration.ofMinutes(1));
        Acquisition acquisition = acquisition(Duration.ZERO);
        acquisition.start(time.now());
        assertThat(write(acquisition.written(refused(row("x:9", true, null)), time.now()))
                        .observedVersion())
                .isNull();
    }

    @Test
    void aGrantForgetsWhatWasSeenOfTheFormerHolder() {
        Acquisition acquisition = started(WAIT);
        wait(acquisition.written(refused(heldBy("x", 0)), time.now()));
        acquisition.read(null, time.now());
        assertThat(observations.get(KEY)).isEmpty();
        granted(acquisition.written(applied("mine2"), time.now()));
        assertThat(observations.size()).isZero();
    }

    @Test
    void aTakeoverForgetsWhatWasSeenOfTheFormerHolder() {
        observations.see(KEY, heldBy("x", 0), RecordVersion.of("x", 0), time.now());
        time.advance(Duration.ofMinutes(1));
        Acquisition acquisition = acquisition(Duration.ZERO);
        acquisition.start(time.now());
        granted(acquisition.written(applied("mine1"), time.now()));
        assertThat(observations.size()).isZero();
    }

    // Lost answers

    @Test
    void aRefusalByTheOwnRowIsAGrantWhoseReplyWasLost() {
        Moment sent = time.now();
        Acquisition acquisition = started(WAIT);
        time.advance(Duration.ofSeconds(2));
        Step.Granted granted = granted(acquisition.written(refused(heldBy("mine1", 0)), time.now()));
        assertThat(granted.since()).isEqualTo(sent);
        assertThat(granted.row().fencingToken()).isEqualTo(7);
    }

    @Test
    void aWriteWithoutAnswerIsSentAgainUnderTheSameIdAndCountsFromTheFirst() {
        Moment sent = time.now();
        Acquisition acquisition = started(WAIT);
        time.advance(Duration.ofSeconds(5));
        pass(acquisition.written(unknown(), time.now()));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Write("mine1", null));
        assertThat(granted(acquisition.written(refused(heldBy("mine1", 0)), time.now()))
                        .since())
                .isEqualTo(sent);
    }

    @Test
    void anAnswerToTheSecondSendCountsFromTheFirstToo() {
        Moment sent = time.now();
        Acquisition acquisition = started(WAIT);
        pass(acquisition.written(unknown(), time.now()));
        acquisition.resume(time.now());
        assertThat(granted(acquisition.written(applied("mine1"), time.now())).since())
                .isEqualTo(sent);
    }

    @Test
    void anIdThatMayBeInTheTableIsNotUsedAgainOnceAnotherRowWasSeen() {
        Acquisition acquisition = started(WAIT);
        pass(acquisition.written(unknown(), time.now()));
        acquisition.resume(time.now());
        wait(acquisition.written(refused(heldBy("x", 0)), time.now()));
        acquisition.resume(time.now());
        assertThat(acquisition.read(null, time.now())).isEqualTo(new Step.Write("mine2", null));
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }

    @Test
    void anOwnRowThatComesLateIsTakenAtOnceUnderTheNewId() {
        Acquisition acquisition = started(WAIT);
        pass(acquisition.written(unknown(), time.now()));
        acquisition.resume(time.now());
        acquisition.written(refused(null), time.now());
        assertThat(acquisition.written(refused(heldBy("mine1", 0)), time.now()))
                .isEqualTo(new Step.Write("mine3", RecordVersion.of("mine1", 0)));
        assertThat(granted(acquisition.written(applied("mine3"), time.now())).holdId())
                .isEqualTo("mine3");
    }

    @Test
    void aWriteThatTheSdkSentTwiceMayBeInTheTable() {
        Acquisition acquisition = started(Duration.ZERO);
        assertThat(acquisition.written(new WriteResult.Refused(heldBy("x", 0), true), time.now()))
                .isInstanceOf(Step.NotGranted.class);
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }

    @Test
    void aGrantThatComesAfterItsLeaseIsReplacedUnderAFreshId() {
        Acquisition acquisition = started(WAIT);
        time.advance(Duration.ofSeconds(18));
        Moment again = time.now();
        assertThat(acquisition.written(applied("mine1"), time.now()))
                .isEqualTo(new Step.Write("mine2", RecordVersion.of("mine1", 0)));
        assertThat(acquisition.orphans()).containsExactly("mine1");
        assertThat(granted(acquisition.written(applied("mine2"), time.now())).since())
                .isEqualTo(again);
    }

    @Test
    void aReplacementWithoutAnswerDoesNotWaitForItsOwnFormerRow() {
        Acquisition acquisition = started(WAIT);
        time.advance(Duration.ofSeconds(18));
        acquisition.written(applied("mine1"), time.now());
        pass(acquisition.written(unknown(), time.now()));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Write("mine2", null));
        assertThat(acquisition.written(refused(heldBy("mine1", 0)), time.now()))
                .isEqualTo(new Step.Write("mine3", RecordVersion.of("mine1", 0)));
        assertThat(acquisition.orphans()).containsExactly("mine1", "mine2");
    }

    @Test
    void aGrantThatComesAfterItsLeaseAndTheWaitIsAFailureWithAnOrphan() {
        Acquisition acquisition = started(Duration.ofSeconds(10));
        time.advance(Duration.ofSeconds(18));
        assertThat(failure(acquisition.written(applied("mine1"), time.now()))).hasMessageContaining("after its lease");
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }

    @Test
    void aMachineThatSleptThroughTheAnswerDoesNotHoldTheLock() {
        Acquisition acquisition = started(WAIT);
        time.suspend(Duration.ofSeconds(30));
        write(acquisition.written(applied("mine1"), time.now()));
    }

    @Test
    void anIdWhoseLeaseIsOverIsNotSentAgain() {
        Acquisition acquisition = started(WAIT);
        time.advance(Duration.ofSeconds(18));
        pass(acquisition.written(unknown(), time.now()));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Write("mine2", null));
        assertThat(write(acquisition.written(refused(heldBy("mine1", 0)), time.now()))
                        .observedVersion())
                .isEqualTo(RecordVersion.of("mine1", 0));
    }

    @Test
    void atTheEndOfTheWaitOneReadTellsWhatBecameOfTheWrite() {
        Acquisition acquisition = started(Duration.ZERO);
        assertThat(acquisition.written(unknown(), time.now())).isEqualTo(new Step.Read());
        assertThat(granted(acquisition.read(heldBy("mine1", 0), time.now())).holdId())
                .isEqualTo("mine1");
    }

    @Test
    void aWriteThatNobodyCanTellOfLeavesAnOrphanAndItsCause() {
        Acquisition acquisition = started(Duration.ZERO);
        acquisition.written(unknown(), time.now());
        assertThat(failure(acquisition.readFailed(timeout, time.now()))).isSameAs(timeout);
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }

    @Test
    void aLookWithoutAnswerIsRepeatedAndNoOrphan() {
        Acquisition acquisition = started(Duration.ofSeconds(1));
        pass(acquisition.written(refused(heldBy("x", 0)), time.now()));
        acquisition.resume(time.now());
        pass(acquisition.readFailed(timeout, time.now()));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Read());
        time.advance(Duration.ofSeconds(1));
        assertThat(failure(acquisition.readFailed(timeout, time.now()))).isSameAs(timeout);
        assertThat(acquisition.orphans()).isEmpty();
    }

    // Handed over within the client

    @Test
    void aHandOverOfUnknownOutcomeCountsFromWhenItWasSent() {
        Acquisition acquisition = acquisition(WAIT);
        Moment sent = time.now();
        time.advance(Duration.ofSeconds(15));
        acquisition.sentBefore(sent);
        assertThat(acquisition.start(time.now())).isEqualTo(new Step.Write("mine1", null));
        assertThat(granted(acquisition.written(refused(heldBy("mine1", 0)), time.now()))
                        .since())
                .isEqualTo(sent);
    }

    @Test
    void aHandOverThatIsOlderThanALeaseIsReplaced() {
        Acquisition acquisition = acquisition(WAIT);
        acquisition.sentBefore(time.now());
        time.advance(Duration.ofSeconds(18));
        assertThat(acquisition.start(time.now())).isEqualTo(new Step.Write("mine2", null));
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }

    // Rows that are not touched

    @Test
    void anItemThatIsNoLockRowIsRefused() {
        assertThat(failure(started(WAIT).written(refused(row(null, false, null)), time.now())))
                .isInstanceOf(LockTableException.class)
                .hasMessageContaining("'k'")
                .hasMessageContaining("no lock row");
        assertThat(failure(acquisition(WAIT).read(row(null, true, null), time.now())))
                .hasMessageContaining("no lock row");
    }

    @Test
    void aCorruptRowIsReportedAndNeverTaken() {
        assertThat(failure(started(WAIT).written(refused(row("x:0", false, "leaseDuration is S=banana")), time.now())))
                .isInstanceOf(LockTableException.class)
                .hasMessageContaining("corrupt")
                .hasMessageContaining("banana");
    }

    @Test
    void aGrantOnARowWithACorruptTokenIsGivenBack() {
        Acquisition acquisition = started(WAIT);
        WriteResult corrupt =
                new WriteResult.Applied(row(RecordVersion.of("mine1", 0), false, "fencingToken is 1E+30"));
        assertThat(failure(acquisition.written(corrupt, time.now()))).hasMessageContaining("fencingToken");
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }
}
