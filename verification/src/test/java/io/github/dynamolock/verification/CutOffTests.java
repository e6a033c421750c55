package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holders whose network is cut, both ways or one. */
class CutOffTests {

    private static final Duration LEASE = Duration.ofSeconds(4);

    private Stage stage;

    @BeforeEach
    void start() throws InterruptedException {
        stage = new Stage(LEASE);
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource(Cable.Way.class)
    void aHolderThatIsCutOffIsToldAtItsDeadlineAndTheNextHasTheLockAfterIt(Cable.Way way) throws Exception {
        try (Cable cable = new Cable(stage.endpoint.uri())) {
            HolderProcess holder = stage.holder(cable.uri(), "k", Map.of());
            long token = Long.parseLong(holder.expect("granted").substring("granted ".length()));
            Waiters waiters = new Waiters(stage.locks, List.of("k"));
            stage.awaitRenewals(List.of("k"));

            long cut = System.nanoTime();
            cable.cut(way);
            assertThat(holder.expect("lost")).isEqualTo("lost EXPIRED");
            long told = System.nanoTime();
            long granted = waiters.grantedAt("k");

            // No renewal was answered after the cut.
            assertThat(told - cut)
                    .isLessThan(LEASE.multipliedBy(9)
                            .dividedBy(10)
                            .plus(Settings.ALLOWANCE)
                            .toNanos());
            assertThat(granted).isGreaterThan(told);
            assertThat(granted - stage.writes.last("k")).isGreaterThan(LEASE.toNanos());
            assertThat(waiters.lock("k").fencingToken()).isGreaterThan(token);
            holder.ask("held?");
            assertThat(holder.expect("held")).isEqualTo("held false");
            System.out.printf(
                    "cut of %s: told %d ms, next holder %d ms after the cut (lease %d ms)%n",
                    way,
                    Duration.ofNanos(told - cut).toMillis(),
                    Duration.ofNanos(granted - cut).toMillis(),
                    LEASE.toMillis());

            // What was lost is not made good: the holder is back, and the lock stays where it is.
            cable.mend();
            holder.ask("release");
            assertThat(holder.expect("release")).isEqualTo("release LOST");
            waiters.lock("k").heartbeat();
            assertThat(waiters.lock("k").isHeld()).isTrue();
            assertThat(holder.said("lost")).isEmpty();
        }
    }
}
