package io.github.dynamolock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.ReleaseResult;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;

/** Each check of what holders see finds a history that is bad, and none in the good one beside it. */
class HoldChecksTests {

    private static final long SECOND = 1_000_000_000L;
    private static final LockRequest REQUEST = LockRequest.forKey("k").build();

    private final History history = new History();
    private final HoldChecks checks = history.checks.holds;

    @Test
    void aGoodHistoryIsNotFoundFault() {
        Held first = history.granted(1, "h1x0", 5);
        first.holder.steadyNanos();
        history.believes(first, false);
        first.releasing = true;
        history.freed("h1x0", 5);
        checks.released(first, ReleaseResult.RELEASED);
        history.now += SECOND;
        history.granted(2, "h2x0", 6);
        history.pass(SECOND);
        assertThat(history.broken).isEmpty();
    }

    @Test
    void twoBelievers() {
        history.granted(1, "h1x0", 5);
        history.granted(2, "h2x0", 6);
        assertThat(history.broken).containsExactly(Invariant.S1);
    }

    @Test
    void aHolderWhoComesBackToBelieveBesideAnother() {
        Held first = history.granted(1, "h1x0", 5);
        history.believes(first, false);
        history.granted(2, "h2x0", 6);
        history.believes(first, true);
        history.pass(1);
        assertThat(history.broken).contains(Invariant.S1);
    }

    @Test
    void aHoldThatWasOverByAWallClockThatIsSetBackBeforeAnyoneLookedMayGoOn() {
        Held held = history.granted(1, "h1x0", 5);
        history.believes(held, false);
        history.pass(1);
        history.wallWasSetBackAt = history.now;
        history.believes(held, true);
        history.pass(1);
        checks.stillOver();
        assertThat(history.broken).isEmpty();
    }

    @Test
    void aHoldThatItsUserSawOverStaysSoWhenTheWallClockIsSetBack() {
        Held held = history.granted(1, "h1x0", 5);
        history.believes(held, false);
        history.pass(1);
        held.seenOver();
        history.wallWasSetBackAt = history.now;
        history.believes(held, true);
        history.pass(1);
        assertThat(history.broken).containsExactly(Invariant.S4);
    }

    @Test
    void twoBelieversOfOneName() {
        history.sameOwner = true;
        history.granted(1, "h1x0", 5);
        history.granted(2, "h2x0", 6);
        assertThat(history.broken).containsExactly(Invariant.S14);
    }

    @Test
    void aTokenThatDoesNotGrow() {
        Held first = history.granted(1, "h1x0", 5);
        history.believes(first, false);
        history.granted(2, "h2x0", 4);
        assertThat(history.broken).containsExactly(Invariant.S2);
    }

    @Test
    void aGrantThatIsToldLateAndStandsInTheWrongOrder() {
        history.taken("h1x0", 7);
        Held second = history.granted(2, "h2x0", 6);
        history.believes(second, false);
        history.toldOf(1, "h1x0", 7);
        assertThat(history.broken).containsExactly(Invariant.S2);
    }

    @Test
    void oneTokenForTwo() {
        Held first = history.granted(1, "h1x0", 5);
        history.believes(first, false);
        history.granted(2, "h2x0", 5);
        assertThat(history.broken).contains(Invariant.S3);
    }

    @Test
    void oneHoldForTwo() {
        history.granted(1, "h1x0", 5);
        history.toldOf(1, "h1x0", 5);
        assertThat(history.broken).containsExactly(Invariant.S3);
    }

    @Test
    void aThreadThatEntersAgainWhenItIsOver() {
        Held first = history.granted(1, "h1x0", 5);
        first.reentrantFor = Thread.currentThread();
        history.believes(first, false);
        Held again = history.holdOf(1, "h1x0", 5);
        again.reentrantFor = Thread.currentThread();
        checks.granted(again, REQUEST, null, history.now);
        assertThat(history.broken).containsExactly(Invariant.S14);
    }

    @Test
    void aHoldThatIsOverAndHeldAgain() {
        Held held = history.granted(1, "h1x0", 5);
        history.believes(held, false);
        history.pass(1);
        history.believes(held, true);
        history.pass(1);
        assertThat(history.broken).containsExactly(Invariant.S4);
    }

    @Test
    void aHoldThatIsOverAndHeldAgainWhenNobodyWatchesAnyMore() {
        Held held = history.granted(1, "h1x0", 5);
        history.believes(held, false);
        checks.lost(held, LockLoss.Reason.EXPIRED, history.now);
        history.pass(1);
        history.believes(held, true);
        checks.stillOver();
        assertThat(history.broken).contains(Invariant.S4);
    }

    @Test
    void aGrantThatIsOver() {
        history.now = 10 * SECOND;
        history.taken("h1x0", 5);
        Held held = history.holdOf(1, "h1x0", 5);
        held.overWhenGranted = true;
        checks.granted(held, REQUEST, null, history.now);
        assertThat(history.broken).containsExactly(Invariant.S4);
    }

    @Test
    void aLossThatIsNotTold() {
        Held held = history.granted(1, "h1x0", 5);
        history.believes(held, false);
        history.pass(1);
        history.pass(SECOND);
        assertThat(history.broken).containsExactly(Invariant.S5);
    }

    @Test
    void aLossThatIsToldTwice() {
        Held held = history.granted(1, "h1x0", 5);
        history.believes(held, false);
        held.renewed = false;
        checks.lost(held, LockLoss.Reason.EXPIRED, history.now);
        checks.lost(held, LockLoss.Reason.EXPIRED, history.now);
        assertThat(history.broken).containsExactly(Invariant.S5);
    }

    @Test
    void lossesThatNobodyCaused() {
        for (LockLoss.Reason reason : LockLoss.Reason.values()) {
            History alone = new History();
            Held held = alone.granted(1, "h1x0", 5);
            held.leaseNanos = SECOND;
            alone.believes(held, false);
            alone.now += 10 * SECOND;
            alone.checks.holds.lost(held, reason, alone.now);
            assertThat(alone.broken).as("%s", reason).containsExactly(Invariant.S6);
        }
    }

    @Test
    void aReleaseThatReleasedNothing() {
        Held held = history.granted(1, "h1x0", 5);
        held.releasing = true;
        checks.released(held, ReleaseResult.RELEASED);
        assertThat(history.broken).containsExactly(Invariant.S8);
    }

    @Test
    void twoReleasesOfOneHold() {
        Held held = history.granted(1, "h1x0", 5);
        history.freed("h1x0", 5);
        checks.released(held, ReleaseResult.RELEASED);
        checks.released(held, ReleaseResult.RELEASED);
        assertThat(history.broken).containsExactly(Invariant.S8);
    }

    @Test
    void aGrantThatDoesNotFindThePayload() {
        history.leftData = SdkBytes.fromUtf8String("left");
        history.freed("h9x9", 4);
        history.leftData = null;
        history.granted(1, "h1x0", 5);
        assertThat(history.broken).containsExactly(Invariant.S10);
    }

    @Test
    void aGrantWithoutAWrite() {
        history.toldOf(1, "h1x0", 5);
        assertThat(history.broken).containsExactly(Invariant.S12);
    }

    @Test
    void aHoldBeyondItsLongest() {
        Held held = history.granted(1, "h1x0", 5);
        held.maxHoldNanos = SECOND;
        history.pass(2 * SECOND);
        assertThat(history.broken).containsExactly(Invariant.S13);
    }

    @Test
    void aLongestHoldThatBeganAnewIsCountedFromThen() {
        Held held = history.granted(1, "h1x0", 5);
        held.maxHoldNanos = 2 * SECOND;
        history.pass(SECOND);
        held.limited(0, 2 * SECOND);
        history.pass(3 * SECOND / 2);
        assertThat(history.broken).isEmpty();
        history.pass(SECOND);
        assertThat(history.broken).containsExactly(Invariant.S13);
    }

    @Test
    void aGrantWithinAShortestHoldThatBeganAnew() {
        Held held = history.granted(1, "h1x0", 5);
        history.checks.minHolds.granted(held);
        history.pass(SECOND);
        held.limited(2 * SECOND, null);
        history.checks.minHolds.limited(held, history.now);
        held.releasing = true;
        history.believes(held, false);
        history.checks.minHolds.promised(held, held.minHoldNanos);
        history.pass(3 * SECOND / 2);
        history.checks.minHolds.granted(history.granted(2, "h2x0", 6));
        assertThat(history.broken).containsExactly(Invariant.H1);
    }
}
