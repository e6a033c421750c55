package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.dynamolock.LockHandle;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holders in processes whose clocks jump or run wrongly. */
class WallClockTests {

    private static final Duration LEASE = Duration.ofSeconds(6);

    @TempDir
    private Path files;

    private Stage stage;

    @BeforeEach
    void start() throws InterruptedException {
        assumeThat(FakeClock.library()).as(FakeClock.MISSING).isPresent();
        stage = new Stage(LEASE);
    }

    @AfterEach
    void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    /** A process that holds the key of the name of its jump. */
    private record Jumping(String key, Path file, HolderProcess holder, long token) {

        /** The jump, at once. */
        void jump() throws Exception {
            long before = now() - System.currentTimeMillis();
            FakeClock.move(file, key);
            Duration hour = Duration.ofHours(key.startsWith("-") ? -1 : 1);
            Duration offset = hour.multipliedBy(key.endsWith("d") ? 24 : 1).plusMillis(before);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                Duration seen = Duration.ofMillis(now() - System.currentTimeMillis());
                return seen.minus(offset).abs().compareTo(Duration.ofMinutes(1)) < 0;
            });
        }

        private long now() throws Exception {
            holder.ask("now?");
            return Long.parseLong(holder.expect("now").substring("now ".length()));
        }

        String losses() throws Exception {
            holder.ask("losses?");
            return holder.expect("losses");
        }

        String held() throws Exception {
            holder.ask("held?");
            return holder.expect("held");
        }
    }

    private List<Jumping> jumping(String... jumps) throws Exception {
        List<HolderProcess> holders = new ArrayList<>();
        for (String jump : jumps) {
            holders.add(stage.holder(stage.endpoint.uri(), jump, FakeClock.movedBy(files.resolve(jump))));
        }
        List<Jumping> jumping = new ArrayList<>();
        for (int i = 0; i < jumps.length; i++) {
            HolderProcess holder = holders.get(i);
            jumping.add(new Jumping(jumps[i], files.resolve(jumps[i]), holder, tokenOf(holder)));
        }
        return jumping;
    }

    @Test
    void aClockThatIsSetBackCostsNothing() throws Exception {
        List<Jumping> all = jumping("-1h", "-1d");
        Waiters waiters = new Waiters(stage.locks, List.of("-1h", "-1d"));
        stage.awaitRenewals(List.of("-1h", "-1d"));
        long jumped = System.nanoTime();
        for (Jumping one : all) {
            one.jump();
        }
        Stage.awaitPassed(jumped, LEASE.multipliedBy(2));
        for (Jumping one : all) {
            stage.awaitRenewals(List.of(one.key()));
            assertThat(one.held()).isEqualTo("held true");
            assertThat(waiters.isWaiting(one.key())).isTrue();
            one.holder().ask("release");
            assertThat(one.holder().expect("release")).isEqualTo("release RELEASED");
            assertThat(waiters.lock(one.key()).fencingToken()).isGreaterThan(one.token());
            assertThat(one.losses()).isEqualTo("losses 0");
        }
    }

    @Test
    void aClockThatIsSetForwardMayCostTheLockAndTellsIt() throws Exception {
        List<Jumping> all = jumping("+1h", "+1d");
        Waiters waiters = new Waiters(stage.locks, List.of("+1h", "+1d"));
        stage.awaitRenewals(List.of("+1h", "+1d"));
        for (Jumping one : all) {
            one.jump();
            assertThat(one.held()).isEqualTo("held false");
            assertThat(waiters.isWaiting(one.key())).isTrue();
        }
        for (Jumping one : all) {
            LockHandle taken = waiters.lock(one.key());
            assertThat(taken.fencingToken()).isGreaterThan(one.token());
            assertThat(one.held()).isEqualTo("held false");
            assertThat(one.losses()).isEqualTo("losses 1");
            assertThat(waiters.grantedAt(one.key()) - stage.writes.last(one.key()))
                    .isGreaterThan(LEASE.toNanos());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.96", "1.04"})
    void aHolderWhoseClockIsFourPercentOffKeepsItsLockAndGivesUpBeforeAnotherHasIt(String rate) throws Exception {
        try (Cable cable = new Cable(stage.endpoint.uri())) {
            URI through = cable.uri();
            HolderProcess holder = stage.holder(through, "k", FakeClock.atRate(rate));
            long token = tokenOf(holder);
            long started = System.nanoTime();
            Waiters waiters = new Waiters(stage.locks, List.of("k"));
            Stage.awaitPassed(started, LEASE.multipliedBy(2));
            stage.awaitRenewals(List.of("k"));
            assertThat(waiters.isWaiting("k")).isTrue();
            cable.cut();
            assertThat(holder.expect("lost")).isEqualTo("lost EXPIRED");
            long told = System.nanoTime();
            assertThat(waiters.grantedAt("k")).isGreaterThan(told);
            assertThat(waiters.lock("k").fencingToken()).isGreaterThan(token);
            holder.ask("held?");
            assertThat(holder.expect("held")).isEqualTo("held false");
            System.out.printf(
                    "clock at rate %s: told %d ms, next holder %d ms after the last renewal%n",
                    rate,
                    Duration.ofNanos(told - stage.writes.last("k")).toMillis(),
                    Duration.ofNanos(waiters.grantedAt("k") - stage.writes.last("k"))
                            .toMillis());
        }
    }

    private static long tokenOf(HolderProcess holder) throws InterruptedException {
        return Long.parseLong(holder.expect("granted").substring("granted ".length()));
    }
}
