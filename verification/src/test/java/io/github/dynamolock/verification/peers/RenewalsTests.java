package io.github.dynamolock.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RenewalsTests {
    private static final Duration LEASE = Duration.ofSeconds(20);

    private final Renewals renewals = new Renewals();

    @Test
    void gapsCountFromTheLastWriteBeforeTheWatch() {
        renewals.track("held-");
        written("held-1", 0);
        renewals.watch(seconds(1));
        written("held-1", 4);
        written("held-1", 10);
        Renewals.Seen seen = renewals.seen(seconds(11), LEASE);
        assertThat(seen.gapsMillis().sorted()).containsExactly(4000, 6000);
        assertThat(seen.oldestMillis()).isEqualTo(6000);
        assertThat(seen.lapsed()).isZero();
    }

    @Test
    void aRowThatIsWrittenNoMoreHasLapsedOnceItsLeaseIsOver() {
        renewals.track("held-");
        written("held-1", 0);
        written("held-2", 0);
        renewals.watch(seconds(1));
        written("held-2", 15);
        Renewals.Seen seen = renewals.seen(seconds(21), LEASE);
        assertThat(seen.lapsed()).isEqualTo(1);
        assertThat(seen.oldestMillis()).isEqualTo(21_000);
        assertThat(seen.gapsMillis().sorted()).containsExactly(15_000);
    }

    @Test
    void aRowThatLapsedAndWasWrittenAgainHasLapsed() {
        renewals.track("held-");
        written("held-1", 0);
        renewals.watch(seconds(1));
        written("held-1", 25);
        written("held-1", 26);
        assertThat(renewals.seen(seconds(27), LEASE).lapsed()).isEqualTo(1);
    }

    @Test
    void otherRowsDoNotCount() {
        written("held-1", 0);
        renewals.track("held-");
        written("cycle", 1);
        renewals.watch(seconds(1));
        written("cycle", 30);
        Renewals.Seen seen = renewals.seen(seconds(40), LEASE);
        assertThat(seen.gapsMillis().sorted()).isEmpty();
        assertThat(seen.lapsed()).isZero();
        assertThat(seen.perSecond()).isZero();
    }

    @Test
    void theBusiestSecondStandsOut() {
        renewals.track("held-");
        renewals.watch(seconds(0));
        written("held-1", 0.1);
        written("held-2", 0.2);
        written("held-3", 0.3);
        written("held-4", 3.9);
        Renewals.Seen seen = renewals.seen(seconds(4), LEASE);
        assertThat(seen.perSecond()).isEqualTo(1);
        assertThat(seen.worstPerSecond()).isEqualTo(3);
    }

    private void written(String key, double second) {
        renewals.written(key, seconds(second));
    }

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }
}
