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

/** Acquisitions where rows are deleted: what is won is granted with a token that was raised while it was held. */
class AcquisitionRaiseTests {

    private static final LockKey KEY = LockKey.of("k");
    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final RuntimeException timeout = new IllegalStateException("no answer");
    private final ManualTime time = new ManualTime();
    private final Observations observations = new Observations();
    private final TokenSeeds seeds = new TokenSeeds();
    private final AtomicInteger ids = new AtomicInteger();

    /** The token with which a row begins: the clock at the time when its request was sent, and one. */
    private final long first = time.now().wallMillis() + 1;

    private Acquisition started(Duration wait) {
        AcquireSettings settings = new AcquireSettings(
                wait.toNanos(), Duration.ofSeconds(1).toNanos(), LEASE, Duration.ofSeconds(5), null, true);
        Acquisition acquisition = new Acquisition(
                KEY, settings, observations, seeds, () -> "mine" + ids.incrementAndGet(), () -> 0.5, time.now());
        assertThat(acquisition.start(time.now())).isEqualTo(new Step.Write("mine1", null));
        return acquisition;
    }

    /** One whose first write was under way for so long, and then was applied. */
    private Acquisition raising(Duration wait, Duration underWay) {
        Acquisition acquisition = started(wait);
        time.advance(underWay);
        assertThat(acquisition.written(applied("mine1", first), time.now()))
                .isEqualTo(new Step.Raise("mine1", first + underWay.toMillis()));
        return acquisition;
    }

    private static LockRow row(String holdId, long token) {
        return new LockRow(RecordVersion.of(holdId, 0), LEASE, "someone", false, token, null, Map.of(), null);
    }

    private static WriteResult applied(String holdId, long token) {
        return new WriteResult.Applied(row(holdId, token));
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

    private void pass(Step step) {
        assertThat(step).isInstanceOf(Step.Wait.class);
        time.advance(Duration.ofNanos(((Step.Wait) step).nanos()));
    }

    private static RuntimeException failure(Step step) {
        assertThat(step).isInstanceOf(Step.Failed.class);
        return ((Step.Failed) step).cause();
    }

    @Test
    void whatWasWonIsGrantedWithATokenOfTheClockAfterTheAnswerAndALeaseFromBeforeTheFirstSend() {
        Moment sent = time.now();
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        time.advance(Duration.ofMillis(100));
        Step.Granted granted = granted(acquisition.written(applied("mine1", first + 500), time.now()));
        assertThat(granted.since()).isEqualTo(sent);
        assertThat(granted.row().fencingToken()).isEqualTo(first + 500);
    }

    @Test
    void theTokenIsAboveThatOfTheRowAndWhatThisClientWasGranted() {
        Acquisition takeover = started(WAIT);
        assertThat(takeover.written(applied("mine1", first + 9_000), time.now()))
                .isEqualTo(new Step.Raise("mine1", first + 9_001));
        seeds.granted(KEY, first + 9_000, time.now().wallMillis());
        ids.set(0);
        assertThat(started(WAIT).written(applied("mine1", first), time.now()))
                .isEqualTo(new Step.Raise("mine1", first + 9_001));
    }

    @Test
    void aTakeoverRaisesTheTokenToo() {
        Acquisition acquisition = started(WAIT);
        pass(acquisition.written(refused(row("x", 7)), time.now()));
        time.advance(LEASE.multipliedBy(2));
        acquisition.resume(time.now());
        assertThat(acquisition.read(row("x", 7), time.now()))
                .isEqualTo(new Step.Write("mine2", RecordVersion.of("x", 0)));
        assertThat(acquisition.written(applied("mine2", 8), time.now()))
                .isEqualTo(new Step.Raise("mine2", time.now().wallMillis() + 1));
    }

    @Test
    void aRowFoundToBeOwnIsRaisedBeforeItIsGranted() {
        Acquisition acquisition = started(WAIT);
        pass(acquisition.written(unknown(), time.now()));
        acquisition.resume(time.now());
        assertThat(acquisition.written(refused(row("mine1", first)), time.now()))
                .isEqualTo(new Step.Raise("mine1", time.now().wallMillis() + 1));
    }

    /** While it had no answer, the row may have been freed by force, had by another, and brought back by a late first write. */
    @Test
    void aRaiseWithoutAnswerIsSentAgainWithATokenOfTheClockAsItIsThen() {
        Moment sent = time.now();
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        pass(acquisition.written(unknown(), time.now()));
        time.advance(Duration.ofSeconds(3));
        long later = time.now().wallMillis() + 1;
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Raise("mine1", later));
        assertThat(granted(acquisition.written(applied("mine1", later), time.now()))
                        .since())
                .isEqualTo(sent);
    }

    @Test
    void aRowThatShowsTheTokenOfAnEarlierRaiseIsRaisedOnceMore() {
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        pass(acquisition.written(unknown(), time.now()));
        acquisition.resume(time.now());
        assertThat(acquisition.written(refused(row("mine1", first + 500)), time.now()))
                .isInstanceOf(Step.Raise.class);
    }

    /** A wall clock that was set back meanwhile. */
    @Test
    void noRaiseIsBelowTheOneBefore() {
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        pass(acquisition.written(unknown(), time.now()));
        time.jumpWall(Duration.ofHours(-1));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Raise("mine1", first + 501));
    }

    @Test
    void atTheEndOfTheWaitOneReadTellsWhetherTheTokenWasRaised() {
        Acquisition acquisition = raising(Duration.ZERO, Duration.ofMillis(500));
        assertThat(acquisition.written(unknown(), time.now())).isEqualTo(new Step.Read());
        granted(acquisition.read(row("mine1", first + 500), time.now()));
    }

    @Test
    void atTheEndOfTheWaitOneThatWasNotRaisedIsRaisedOnceMoreAndElseAFailureWithAnOrphan() {
        Acquisition acquisition = raising(Duration.ZERO, Duration.ofMillis(500));
        acquisition.written(unknown(), time.now());
        assertThat(acquisition.read(row("mine1", first), time.now())).isEqualTo(new Step.Raise("mine1", first + 501));
        assertThat(failure(acquisition.written(unknown(), time.now()))).isSameAs(timeout);
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }

    @Test
    void fromTheFirstAnswerOnTheRowIsAnOrphanShouldTheCallerGo() {
        assertThat(raising(WAIT, Duration.ofMillis(500)).orphans()).containsExactly("mine1");
    }

    @Test
    void whatAnotherHasTakenMeanwhileWasNeverGrantedAndIsWaitedFor() {
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        pass(acquisition.written(refused(row("x", first + 1)), time.now()));
        assertThat(acquisition.holder()).hasValue(row("x", first + 1));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Read());
        assertThat(acquisition.read(null, time.now())).isEqualTo(new Step.Write("mine2", null));
        time.advance(Duration.ofSeconds(1));
        assertThat(acquisition.written(applied("mine2", first + 600), time.now()))
                .isEqualTo(new Step.Raise("mine2", time.now().wallMillis() + 1));
    }

    @Test
    void whatIsGoneMeanwhileIsTakenAnew() {
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        assertThat(acquisition.written(refused(null), time.now())).isEqualTo(new Step.Write("mine2", null));
    }

    @Test
    void aRaiseWhoseAnswerComesAfterTheLeaseGrantsNothingAndTheRowIsTakenAnew() {
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        time.advance(Duration.ofMillis(17_500));
        assertThat(acquisition.written(applied("mine1", first + 500), time.now()))
                .isEqualTo(new Step.Write("mine2", RecordVersion.of("mine1", 0)));
        assertThat(acquisition.orphans()).containsExactly("mine1");
        assertThat(acquisition.written(applied("mine2", first + 501), time.now()))
                .isEqualTo(new Step.Raise("mine2", first + 18_000));
    }

    @Test
    void afterTheLeaseAndTheWaitItIsAFailureWithAnOrphan() {
        Acquisition acquisition = raising(Duration.ofSeconds(10), Duration.ofMillis(500));
        time.advance(Duration.ofMillis(17_500));
        assertThat(failure(acquisition.written(applied("mine1", first + 500), time.now())))
                .hasMessageContaining("after its lease");
        assertThat(acquisition.orphans()).containsExactly("mine1");
    }

    @Test
    void aRaiseIsNotSentAgainOnceTheLeaseIsOver() {
        Acquisition acquisition = raising(WAIT, Duration.ofMillis(500));
        time.advance(Duration.ofMillis(17_500));
        pass(acquisition.written(unknown(), time.now()));
        assertThat(acquisition.resume(time.now())).isEqualTo(new Step.Write("mine2", null));
        assertThat(acquisition.written(refused(row("mine1", first)), time.now()))
                .isEqualTo(new Step.Write("mine3", RecordVersion.of("mine1", 0)));
    }
}
