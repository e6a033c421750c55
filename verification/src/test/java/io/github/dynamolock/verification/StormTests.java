package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.Fault;
import io.github.dynamolock.local.Partition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A table that throttles half of all calls, and one that is out of reach. {@code -Ddynamolock.storm.seconds=60} makes it a
 * minute of throttling at a lease of 20 s instead of 18 s at one of 6 s.
 */
class StormTests {

    private static final Duration OUTAGE_LEASE = Duration.ofSeconds(3);

    @Test
    void noLockIsLostWhileHalfOfAllCallsAreThrottledForThreeLeases() throws Exception {
        Duration lease = Settings.STORM.dividedBy(3);
        try (Stage stage = new Stage(lease)) {
            List<String> keys = Holders.keys("storm", 50);
            HolderProcess holder = stage.holders(Holders.class, "storm", keys.size());
            holder.expect("ready");

            long began = System.nanoTime();
            Fault throttling =
                    stage.dynamo.faults().onAny().withProbability(0.5).throttle();
            Stage.awaitPassed(began, Settings.STORM);
            throttling.remove();
            holder.ask("held");
            assertThat(holder.expect("held", keys.size())).allMatch(line -> line.endsWith(" true"));
            holder.ask("told");
            assertThat(holder.expect("told", keys.size())).allMatch(line -> line.endsWith(" 0 0"));
            System.out.printf(
                    "%d s in which half of all calls were throttled (%d of them), lease %d s: none of %d locks lost%n",
                    Settings.STORM.toSeconds(), throttling.hits(), lease.toSeconds(), keys.size());
            assertThat(throttling.hits()).isGreaterThan(keys.size());
        }
    }

    @Test
    void anOutageOfTwoLeasesIsToldToEveryHolderInTimeAndTheLocksAreTakenSoonAfterIt() throws Exception {
        try (Stage stage = new Stage(OUTAGE_LEASE)) {
            List<String> keys = Holders.keys("outage", 10);
            HolderProcess holder = stage.holders(Holders.class, "outage", keys.size());
            holder.expect("ready");
            holder.ask("token");
            List<String> tokens = holder.expect("token", keys.size());
            Waiters waiters = new Waiters(stage.locks, keys);
            stage.awaitRenewals(keys);

            long began = System.nanoTime();
            Fault outage = stage.dynamo.faults().onAny().partition(Partition.BOTH);
            Duration deadline = OUTAGE_LEASE.multipliedBy(9).dividedBy(10);
            Stage.awaitPassed(began, deadline.plus(Settings.ALLOWANCE));
            holder.ask("held");
            assertThat(holder.expect("held", keys.size())).allMatch(line -> line.endsWith(" false"));
            holder.ask("told");
            assertThat(holder.expect("told", keys.size())).allMatch(line -> line.endsWith(" 1 1"));
            Stage.awaitPassed(began, OUTAGE_LEASE.multipliedBy(2));
            assertThat(keys).allMatch(waiters::isWaiting);

            long over = System.nanoTime();
            outage.remove();
            Figures recovery = new Figures();
            for (String key : keys) {
                recovery.add(over, waiters.grantedAt(key));
                assertThat(tokens.get(keys.indexOf(key)))
                        .isLessThan("token " + key + " " + waiters.lock(key).fencingToken());
            }
            recovery.print("the next holder after an outage of two leases of 3000 ms");
            assertThat(recovery.max())
                    .isLessThan(OUTAGE_LEASE.plus(Waiters.LATEST_LOOK).plus(Settings.ALLOWANCE));
        }
    }
}
