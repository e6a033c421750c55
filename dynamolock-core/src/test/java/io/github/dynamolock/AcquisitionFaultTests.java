package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.Acquisition.Step;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.WriteResult;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Whatever answers an acquisition gets, in whatever order: it ends in time, and under an id of which it is sure; where it is
 * to raise the token, with the raised one.
 */
class AcquisitionFaultTests {

    private static final int SEEDS = 20_000;
    private static final int STEP_LIMIT = 200_000;
    private static final long TOKEN = 7;

    @Test
    void everySequenceOfAnswersEndsInTimeWithAtMostOneGrant() {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Run(seed).go();
        }
    }

    private static final class Run {
        private final int seed;
        private final Random random;
        private final ManualTime time = new ManualTime();
        private final Duration wait;
        private final Duration lease;
        private final boolean raises;
        private final Set<String> issued = new HashSet<>();
        private final Set<String> sentIds = new HashSet<>();
        private final Acquisition acquisition;
        private final Moment started = time.now();
        private @Nullable Moment firstSentOfId;
        private String currentId = "";
        private @Nullable Long raisedTo;
        private long waited;

        Run(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.wait = Duration.ofMillis(random.nextInt(4) == 0 ? 0 : random.nextInt(60_000));
            this.lease = Duration.ofMillis(1 + random.nextInt(20_000));
            this.raises = random.nextBoolean();
            AcquireSettings settings = new AcquireSettings(
                    wait.toNanos(), 1 + random.nextInt(1_000_000_000), lease, Duration.ZERO, null, raises);
            this.acquisition = new Acquisition(
                    LockKey.of("k"),
                    settings,
                    new Observations(),
                    new TokenSeeds(),
                    this::issue,
                    random::nextDouble,
                    started);
        }

        private String issue() {
            String id = "mine" + issued.size();
            issued.add(id);
            return id;
        }

        void go() {
            Step step = acquisition.start(time.now());
            int steps = 0;
            while (!isEnd(step)) {
                assertThat(++steps).as("steps of seed %s", seed).isLessThan(STEP_LIMIT);
                step = perform(step);
            }
            assertThat(waited).as("waits of seed %s", seed).isLessThanOrEqualTo(wait.toNanos());
            if (step instanceof Step.Granted granted) {
                assertThat(sentIds).as("seed %s", seed).contains(granted.holdId());
                assertThat(granted.since()).as("seed %s", seed).isEqualTo(firstSentOfId);
                assertThat(granted.row().isHeldBy(granted.holdId())).isTrue();
                assertThat(granted.row().fencingToken())
                        .as("seed %s", seed)
                        .isEqualTo(raises ? raisedTo : (Long) TOKEN);
                assertThat(Lease.isOver(granted.since(), lease, time.now()))
                        .as("seed %s", seed)
                        .isFalse();
            }
            assertThat(sentIds).as("seed %s", seed).containsAll(acquisition.orphans());
        }

        private static boolean isEnd(Step step) {
            return step instanceof Step.Granted || step instanceof Step.NotGranted || step instanceof Step.Failed;
        }

        private Step perform(Step step) {
            if (step instanceof Step.Wait pause) {
                assertThat(pause.nanos()).as("seed %s", seed).isNotNegative();
                waited += pause.nanos();
                // A timer is never exact: at least the time that a wait of nothing takes.
                time.advance(Duration.ofNanos(pause.nanos() + 1_000));
                return acquisition.resume(time.now());
            }
            if (step instanceof Step.Write write) {
                if (!write.holdId().equals(currentId)) {
                    assertThat(sentIds.add(write.holdId()))
                            .as("id used again, seed %s", seed)
                            .isTrue();
                    currentId = write.holdId();
                    firstSentOfId = time.now();
                    raisedTo = null;
                }
                latency();
                return acquisition.written(writeResult(write), time.now());
            }
            if (step instanceof Step.Raise raise) {
                return raise(raise);
            }
            latency();
            return random.nextInt(4) == 0
                    ? acquisition.readFailed(new IllegalStateException("no answer"), time.now())
                    : acquisition.read(anyRow(), time.now());
        }

        private Step raise(Step.Raise raise) {
            assertThat(raises).as("seed %s", seed).isTrue();
            assertThat(raise.holdId()).as("seed %s", seed).isEqualTo(currentId);
            assertThat(raise.token())
                    .as("seed %s", seed)
                    .isGreaterThan(raisedTo == null ? 0 : raisedTo)
                    .isGreaterThan(time.now().wallMillis());
            raisedTo = raise.token();
            latency();
            WriteResult result = switch (random.nextInt(4)) {
                case 0 -> new WriteResult.Unknown(new IllegalStateException("no answer"));
                case 1 -> new WriteResult.Refused(anyRow(), random.nextBoolean());
                default -> new WriteResult.Applied(row(raise.holdId(), 0, false, raise.token()));
            };
            return acquisition.written(result, time.now());
        }

        private void latency() {
            time.advance(Duration.ofMillis(1 + random.nextInt(random.nextInt(20) == 0 ? 30_000 : 20)));
            if (random.nextInt(50) == 0) {
                time.jumpWall(Duration.ofMillis(random.nextInt(100_000) - 50_000));
            }
        }

        private WriteResult writeResult(Step.Write write) {
            return switch (random.nextInt(8)) {
                case 0 -> new WriteResult.Applied(row(write.holdId(), 0, false));
                case 1, 2 -> new WriteResult.Unknown(new IllegalStateException("no answer"));
                default -> new WriteResult.Refused(anyRow(), random.nextBoolean());
            };
        }

        /** No row, another's, a released one, or one under an id of this acquisition that was sent. */
        private @Nullable LockRow anyRow() {
            return switch (random.nextInt(20)) {
                case 0, 1 -> null;
                case 2, 3 -> row("x" + random.nextInt(3), random.nextInt(3), true);
                case 4 -> sentIds.isEmpty() ? null : row(anySentId(), 0, false);
                default -> row("x" + random.nextInt(3), random.nextInt(3), false);
            };
        }

        private String anySentId() {
            return sentIds.stream()
                    .skip(random.nextInt(sentIds.size()))
                    .findFirst()
                    .orElseThrow();
        }

        private LockRow row(String holdId, long counter, boolean released) {
            return row(holdId, counter, released, TOKEN);
        }

        private LockRow row(String holdId, long counter, boolean released, long token) {
            return new LockRow(
                    RecordVersion.of(holdId, counter), lease, "someone", released, token, null, Map.of(), null);
        }
    }
}
