package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockLoss.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTests {

    private static final Duration USUAL = Duration.ofSeconds(20);
    private static final long TOKEN = 7;

    private final ManualTime time = new ManualTime();

    private Lease granted() {
        return granted(null);
    }

    private Lease granted(@Nullable Duration maxHold) {
        return Lease.granted("hold", TOKEN, time.now(), USUAL, time.now(), maxHold);
    }

    private Lease pass(Lease lease, Duration duration) {
        time.advance(duration);
        return lease.at(time.now());
    }

    // Time

    @Test
    void isHeldForNineTenthsOfTheLeaseSinceTheFirstSend() {
        Lease lease = granted();
        time.advance(Duration.ofSeconds(18).minusNanos(1));
        assertThat(lease.isHeld(time.now())).isTrue();
        assertThat(lease.remainingNanos(time.now())).isEqualTo(1);
        time.advance(Duration.ofNanos(1));
        assertThat(lease.isHeld(time.now())).isFalse();
        assertThat(lease.remainingNanos(time.now())).isZero();
        assertThat(lease.at(time.now()).loss()).isEqualTo(Reason.EXPIRED);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9, 10, 11, 99, 1_000_000_007L, 20_000_000_000L})
    void itsHolderAndAWaiterAreATenthApartWhateverTheLease(long nanos) {
        Duration lease = Duration.ofNanos(nanos);
        Moment sent = new Moment(0, 0);
        Observation seen = new Observation("v", lease, sent);
        long waiters = seen.nanosUntilExpiry(sent);
        assertThat(Lease.isOver(sent, lease, new Moment(nanos - nanos / 10, 0))).isTrue();
        assertThat(waiters).isEqualTo(nanos + nanos / 100);
    }

    @Test
    void aLeaseIsOverByWhicheverClockSaysMore() {
        Lease lease = granted();
        time.suspend(Duration.ofSeconds(18));
        assertThat(lease.isHeld(time.now())).isFalse();
        time.jumpWall(Duration.ofHours(-2));
        assertThat(lease.isHeld(time.now())).isTrue();
        time.advance(Duration.ofSeconds(18));
        assertThat(lease.isHeld(time.now())).isFalse();
    }

    @Test
    void onceLostItStaysLostWhateverTheClocksSayLater() {
        Lease lost = pass(granted(), Duration.ofSeconds(18));
        time.jumpWall(Duration.ofDays(-1));
        assertThat(lost.isHeld(time.now())).isFalse();
        assertThat(lost.at(time.now())).isSameAs(lost);
        assertThat(lost.lost(Reason.CLIENT_CLOSED)).isSameAs(lost);
    }

    @Test
    void theWritesMomentCountsAndNotTheAnswers() {
        Moment sent = time.now();
        time.advance(Duration.ofSeconds(5));
        Lease lease = Lease.granted("hold", TOKEN, sent, USUAL, time.now(), null);
        assertThat(lease.remainingNanos(time.now())).isEqualTo(13_000_000_000L);
        assertThat(lease.age(time.now())).isEqualTo(5_000_000_000L);
    }

    // Renewals

    @Test
    void eachRenewalHasTheNextCounterConfirmedOrNot() {
        Lease lease = granted();
        assertThat(lease.counter()).isZero();
        lease = lease.sending(USUAL, time.now());
        assertThat(lease.counter()).isEqualTo(1);
        lease = lease.sending(USUAL, time.now());
        assertThat(lease.counter()).isEqualTo(2);
        assertThat(lease.confirmedCounter()).isZero();
    }

    @Test
    void theLastWriteOfARowHasExactlyItsLeaseAndThoseAfterItReachAsFar() {
        Lease last = granted().sendingExactly(Duration.ofSeconds(3), time.now());
        assertThat(last.counter()).isEqualTo(1);
        assertThat(last.written()).isEqualTo(Duration.ofSeconds(3));
        Lease longer = granted().sendingExactly(Duration.ofMinutes(3), time.now());
        time.advance(Duration.ofSeconds(10));
        assertThat(longer.sending(USUAL, time.now()).written()).isEqualTo(Duration.ofSeconds(170));
        assertThat(last.sending(USUAL, time.now()).written()).isEqualTo(USUAL);
    }

    @Test
    void aRenewalSentAtOnceCarriesTheUsualLeaseToTheNanosecond() {
        Duration usual = Duration.ofNanos(1_000_000_001);
        Lease lease = Lease.granted("hold", TOKEN, time.now(), usual, time.now(), null);
        assertThat(lease.sending(usual, time.now()).written()).isEqualTo(usual);
    }

    @Test
    void aConfirmedRenewalCountsFromItsSend() {
        Lease lease = pass(granted(), Duration.ofSeconds(5));
        Lease sending = lease.sending(USUAL, time.now());
        time.advance(Duration.ofSeconds(2));
        Lease renewed = sending.renewed(sending, time.now());
        assertThat(renewed.confirmedCounter()).isEqualTo(1);
        assertThat(renewed.remainingNanos(time.now())).isEqualTo(16_000_000_000L);
    }

    @Test
    void aRenewalWithoutAnswerChangesNothingButTheCounter() {
        Lease lease = granted();
        time.advance(Duration.ofSeconds(5));
        Lease sending = lease.sending(USUAL, time.now());
        assertThat(sending.remainingNanos(time.now())).isEqualTo(lease.remainingNanos(time.now()));
        time.advance(Duration.ofSeconds(13));
        assertThat(sending.at(time.now()).loss()).isEqualTo(Reason.EXPIRED);
    }

    @Test
    void aLateAnswerDoesNotReviveIt() {
        Lease lease = granted();
        time.advance(Duration.ofSeconds(17));
        Lease sending = lease.sending(USUAL, time.now());
        time.advance(Duration.ofSeconds(1));
        Lease renewed = sending.renewed(sending, time.now());
        assertThat(renewed.loss()).isEqualTo(Reason.EXPIRED);
        assertThat(renewed.isHeld(time.now())).isFalse();
    }

    @Test
    void anAnswerThatIsOlderThanItsOwnLeaseIsNoRenewal() {
        Lease lease = Lease.granted("hold", TOKEN, time.now(), Duration.ofMinutes(5), time.now(), null);
        Lease renewal = new Lease("hold", TOKEN, 1, 0, time.now(), USUAL, time.now(), USUAL, time.now(), null, null);
        time.advance(Duration.ofSeconds(18));
        assertThat(lease.renewed(renewal, time.now()).loss()).isEqualTo(Reason.EXPIRED);
    }

    @Test
    void answersMayComeInAnyOrder() {
        Lease first = granted().sending(USUAL, time.now());
        time.advance(Duration.ofSeconds(1));
        Lease second = first.sending(USUAL, time.now());
        Lease renewed = second.renewed(second, time.now());
        assertThat(renewed.renewed(first, time.now())).isEqualTo(renewed);
        assertThat(renewed.confirmedCounter()).isEqualTo(2);
    }

    // Extensions

    @Test
    void aRenewalCarriesTheUsualLease() {
        Lease lease = granted();
        assertThat(lease.sending(USUAL, time.now()).written()).isEqualTo(USUAL);
        time.advance(Duration.ofSeconds(5));
        assertThat(lease.sending(USUAL, time.now()).written()).isEqualTo(USUAL);
    }

    @Test
    void anExtensionIsNeverCutBack() {
        Lease extension = granted().sending(Duration.ofSeconds(100), time.now());
        Lease lease = extension.renewed(extension, time.now());
        for (int i = 0; i < 30; i++) {
            long before = lease.remainingNanos(time.now());
            Lease renewal = lease.sending(USUAL, time.now());
            lease = renewal.renewed(renewal, time.now());
            assertThat(lease.remainingNanos(time.now())).isGreaterThanOrEqualTo(before);
            time.advance(Duration.ofSeconds(4));
        }
        assertThat(lease.written()).isEqualTo(USUAL);
    }

    /** Else an extension confirmed first, and a renewal applied after it and never answered, leave two holders. */
    @Test
    void aRenewalReachesAsFarAsAnExtensionThatHasNoAnswerYet() {
        Lease extension = granted().sending(Duration.ofSeconds(100), time.now());
        time.advance(Duration.ofSeconds(1));
        Lease renewal = extension.sending(USUAL, time.now());
        assertThat(renewal.written()).isEqualTo(Duration.ofSeconds(99));
    }

    @Test
    void whicheverWriteIsLastInTheTableCoversWhatTheHolderBelieves() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            List<Lease> sent = new ArrayList<>();
            Lease lease = granted();
            sent.add(lease);
            for (int i = 0; i < 30 && lease.loss() == null; i++) {
                lease = pass(lease, Duration.ofMillis(random.nextInt(5_000)));
                if (lease.loss() == null && random.nextInt(3) > 0) {
                    boolean extending = random.nextInt(3) == 0;
                    lease = lease.sending(extending ? Duration.ofSeconds(20 + random.nextInt(100)) : USUAL, time.now());
                    sent.add(lease);
                } else {
                    lease = lease.renewed(sent.get(random.nextInt(sent.size())), time.now());
                }
                Moment now = time.now();
                for (Lease write : sent) {
                    if (write.counter() >= lease.confirmedCounter()) {
                        long waiters = write.written().toNanos() - now.monotonicSince(write.sent());
                        assertThat(lease.remainingNanos(now))
                                .as("seed %s", seed)
                                .isLessThanOrEqualTo(Math.max(0, waiters));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "999", "1000", "1999", "60000", "31622400000"})
    void aLeaseThatLastsForATimeIsHeldForAtLeastThat(long millis) {
        Duration belief = Duration.ofMillis(millis).plusNanos(999_999);
        Duration lease = Lease.lastingFor(belief);
        assertThat(Lease.isOver(new Moment(0, 0), lease, new Moment(belief.toNanos(), 0)))
                .isFalse();
        assertThat(lease.toMillis()).isLessThanOrEqualTo(millis * 10 / 9 + 3);
    }

    // The longest hold

    @Test
    void maxHoldEndsItHoweverOftenItIsRenewed() {
        Lease lease = granted(Duration.ofSeconds(30));
        for (int i = 0; i < 5; i++) {
            time.advance(Duration.ofSeconds(5));
            Lease renewal = lease.sending(USUAL, time.now());
            lease = renewal.renewed(renewal, time.now());
        }
        assertThat(lease.remainingNanos(time.now())).isEqualTo(5_000_000_000L);
        assertThat(pass(lease, Duration.ofSeconds(5).minusNanos(1)).loss()).isNull();
        assertThat(pass(lease, Duration.ofNanos(1)).loss()).isEqualTo(Reason.MAX_HOLD);
    }

    @Test
    void maxHoldCountsFromTheGrant() {
        Moment sent = time.now();
        time.advance(Duration.ofSeconds(2));
        Lease lease = Lease.granted("hold", TOKEN, sent, USUAL, time.now(), Duration.ofSeconds(1));
        assertThat(pass(lease, Duration.ofMillis(999)).loss()).isNull();
        assertThat(pass(lease, Duration.ofMillis(1)).loss()).isEqualTo(Reason.MAX_HOLD);
    }

    @Test
    void aLeaseThatIsOverIsExpiredEvenWhenMaxHoldIsToo() {
        assertThat(pass(granted(Duration.ofSeconds(18)), Duration.ofSeconds(18)).loss())
                .isEqualTo(Reason.EXPIRED);
    }

    // Refusals are evidence

    @Test
    void aRefusalByTheHoldsOwnRowLosesNothing() {
        Lease lease = granted().sending(USUAL, time.now());
        assertThat(lease.refused(AcquisitionTests.row("hold:0000000009", false, null), time.now()))
                .isEqualTo(lease);
    }

    @Test
    void aRefusalByAnotherHoldsRowIsATakeover() {
        for (String version : new String[] {"other:0000000000", "holdx:0000000000", "1700000000:ABC"}) {
            assertThat(granted()
                            .refused(AcquisitionTests.row(version, false, null), time.now())
                            .loss())
                    .isEqualTo(Reason.TAKEN_OVER);
        }
    }

    @Test
    void aRefusalByNoRowOrAReleasedOneIsADeletion() {
        assertThat(granted().refused(null, time.now()).loss()).isEqualTo(Reason.DELETED);
        assertThat(granted()
                        .refused(AcquisitionTests.row("hold:0000000000", true, null), time.now())
                        .loss())
                .isEqualTo(Reason.DELETED);
    }

    @Test
    void aRefusalThatComesAfterTheLeaseFindsItExpired() {
        Lease lease = granted();
        time.advance(Duration.ofSeconds(18));
        assertThat(lease.refused(AcquisitionTests.row("other:0000000000", false, null), time.now())
                        .loss())
                .isEqualTo(Reason.EXPIRED);
    }
}
