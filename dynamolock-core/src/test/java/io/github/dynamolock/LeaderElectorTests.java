package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Who leads, when, and what listeners are told of it, in manual time. */
class LeaderElectorTests {

    private static final Duration STEP = Duration.ofMillis(50);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The lease, the hundredth that waiters add, and the client's poll interval. */
    private static final Duration TAKE_OVER = Duration.ofMillis(20_200 + 1_000);

    /** The time after which a holder that reaches nothing stops believing. */
    private static final Duration BELIEF = Duration.ofSeconds(18);

    private final ManualLocks manual = newManual();
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    private static ManualLocks newManual() {
        try {
            return new ManualLocks();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private Candidate candidate(UnaryOperator<LeaderElectorBuilder> settings) {
        Candidate candidate =
                new Candidate(manual, "abc".substring(candidates.size()).substring(0, 1), events, settings);
        candidates.add(candidate);
        return candidate;
    }

    private Candidate candidate() {
        return candidate(settings -> settings);
    }

    private Candidate started() {
        Candidate candidate = candidate();
        candidate.elector.start();
        return candidate;
    }

    private Candidate withListener(LeadershipListener listener) {
        return candidate(settings -> settings.listener(listener));
    }

    /** Lets time pass; at no instant two lead. */
    private void pass(Duration duration) {
        for (Duration passed = Duration.ZERO; passed.compareTo(duration) < 0; passed = passed.plus(STEP)) {
            manual.pass(STEP);
            assertThat(leaders()).hasSizeLessThan(2);
        }
    }

    private List<Candidate> leaders() {
        return candidates.stream().filter(Candidate::leads).toList();
    }

    private void fail(String errorCode) {
        AwsServiceException failure = DynamoDbException.builder()
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(errorCode)
                        .errorMessage("told by a test")
                        .build())
                .statusCode(400)
                .build();
        manual.dynamo.faults().onAny().fail(failure);
    }

    private boolean rowIsFree() {
        return manual.row().containsKey("isReleased");
    }

    @Test
    void anElectorThatIsNotStartedDoesNothing() {
        Candidate candidate = candidate();
        manual.dynamo.calls().reset();
        pass(Duration.ofMinutes(1));
        assertThat(manual.dynamo.calls().total()).isZero();
        assertThat(candidate.leads()).isFalse();
        assertThat(candidate.elector.term()).isEmpty();
        candidate.elector.close();
        assertThat(candidate.told).isEmpty();
    }

    @Test
    void ofThreeCandidatesOneLeadsAndTheOthersGoOnWaiting() {
        Candidate first = started();
        Candidate second = started();
        Candidate third = started();
        second.elector.start();
        pass(Duration.ofMinutes(25));
        assertThat(leaders()).containsExactly(first);
        assertThat(events).containsExactly("a granted 1");
        assertThat(second.client.waitingLocks()).hasSize(1);
        assertThat(third.client.waitingLocks()).hasSize(1);
    }

    @Test
    void aTermTellsItsTokenAndSinceWhenItLasts() {
        Instant start = Instant.ofEpochMilli(manual.time.now().wallMillis());
        Candidate leader = started();
        pass(Duration.ofMinutes(3));
        assertThat(leader.elector.term()).contains(new Term(start.toEpochMilli() + 1, start));
    }

    @Test
    void twoElectorsOfOneClientAreCandidatesAsAnyOthers() {
        Candidate leader = started();
        LeaderElector other = LeaderElector.builder(leader.client, "k").build(manual.time, manual.time, Runnable::run);
        other.start();
        pass(Duration.ofMinutes(1));
        assertThat(other.isLeader()).isFalse();
        leader.elector.resign();
        assertThat(leader.leads()).isFalse();
        pass(Duration.ofSeconds(1));
        assertThat(other.term()).map(leader::number).contains(2L);
        other.close();
    }

    @Test
    void aKilledLeaderIsFollowedOnceItsLeaseHasPassedAndNotBefore() {
        Candidate first = started();
        Candidate second = started();
        pass(Duration.ofMinutes(1));
        first.kill();
        pass(ManualLocks.LEASE.minus(ManualLocks.HEARTBEAT).minus(STEP));
        assertThat(leaders()).isEmpty();
        pass(TAKE_OVER.minus(ManualLocks.LEASE.minus(ManualLocks.HEARTBEAT)));
        assertThat(leaders()).containsExactly(second);
        assertThat(events).containsExactly("a granted 1", "b granted 2");
    }

    @Test
    void aLeaderThatIsCutOffStepsDownByItsOwnClockBeforeAnotherLeads() {
        Candidate first = started();
        Candidate second = started();
        pass(Duration.ofMinutes(1));
        first.cut();
        pass(TAKE_OVER);
        assertThat(leaders()).containsExactly(second);
        first.mend();
        pass(Duration.ofMinutes(15));
        assertThat(leaders()).containsExactly(second);
        assertThat(events).containsExactly("a granted 1", "a revoked 1 EXPIRED", "b granted 2");
        assertThat(first.client.waitingLocks()).hasSize(1);
    }

    @Test
    void whoWasToldNothingYetDoesNotLeadAnyMoreAllTheSame() {
        List<Runnable> postponed = new ArrayList<>();
        Candidate leader = candidate();
        LeaderElector elector =
                LeaderElector.builder(leader.client, "k").listener(leader).build(manual.time, leader, postponed::add);
        elector.start();
        assertThat(elector.isLeader()).isTrue();
        leader.cut();
        pass(BELIEF.minus(STEP));
        assertThat(elector.isLeader()).isTrue();
        pass(STEP);
        assertThat(elector.isLeader()).isFalse();
        assertThat(elector.term()).isEmpty();
        assertThat(leader.told).isEmpty();
        while (!postponed.isEmpty()) {
            postponed.remove(0).run();
        }
        assertThat(leader.told).containsExactly("granted 1", "revoked 1 EXPIRED");
    }

    @Test
    void aSuspendedLeaderFindsAtTheFirstLookThatItsTermIsOver() {
        Candidate leader = started();
        manual.time.suspend(Duration.ofHours(1));
        assertThat(leader.leads()).isFalse();
        assertThat(leader.told).containsExactly("granted 1", "revoked 1 EXPIRED");
    }

    @Test
    void aLeaderThatResignsIsRevokedFirstAndFreesTheLockThenAndAnotherGetsItsTurn() {
        List<Boolean> free = new ArrayList<>();
        Candidate first = withListener(new LeadershipListener() {
            @Override
            public void revoked(Term term, @Nullable LockLoss loss) {
                free.add(rowIsFree());
                free.add(candidates.get(0).leads());
            }
        });
        first.elector.start();
        Candidate second = started();
        pass(Duration.ofMinutes(1));
        first.elector.resign();
        first.elector.resign();
        assertThat(free).containsExactly(false, false);
        assertThat(rowIsFree()).isTrue();
        pass(Duration.ofSeconds(1));
        assertThat(leaders()).containsExactly(second);

        pass(PAUSE);
        assertThat(first.client.waitingLocks()).hasSize(1);
        second.elector.resign();
        pass(Duration.ofSeconds(1));
        assertThat(leaders()).containsExactly(first);
        assertThat(events).containsExactly("a granted 1", "a revoked 1", "b granted 2", "b revoked 2", "a granted 3");
    }

    @Test
    void aSoleCandidateThatResignsLeadsAgainAfterThePause() {
        Candidate only = started();
        only.elector.resign();
        pass(PAUSE.minus(STEP));
        assertThat(only.leads()).isFalse();
        pass(STEP);
        assertThat(only.leads()).isTrue();
        assertThat(only.told).containsExactly("granted 1", "revoked 1", "granted 2");
    }

    @Test
    void resigningWithoutLeadingChangesNothing() {
        Candidate leader = started();
        Candidate waiting = started();
        waiting.elector.resign();
        candidate().elector.resign();
        assertThat(waiting.client.waitingLocks()).hasSize(1);
        assertThat(leaders()).containsExactly(leader);
        assertThat(events).containsExactly("a granted 1");
    }

    @Test
    void aReleaseThatFailsLeavesTheLockToLapseAndTheElectorGoesOn() {
        Candidate first = started();
        Candidate second = started();
        pass(Duration.ofMinutes(1));
        first.cut();
        first.elector.resign();
        first.mend();
        assertThat(first.leads()).isFalse();
        pass(TAKE_OVER);
        assertThat(leaders()).containsExactly(second);
        assertThat(events).containsExactly("a granted 1", "a revoked 1", "b granted 2");
        assertThat(first.client.waitingLocks()).hasSize(1);
    }

    @Test
    void aClosedLeaderIsRevokedAndItsLockIsFreeAndItNeverCampaignsAgain() {
        Candidate leader = started();
        leader.elector.close();
        assertThat(leader.leads()).isFalse();
        assertThat(rowIsFree()).isTrue();
        leader.elector.close();
        leader.elector.resign();
        pass(Duration.ofMinutes(1));
        assertThat(leader.told).containsExactly("granted 1", "revoked 1");
        assertThat(manual.time.pending()).isZero();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(leader.elector::start)
                .withMessageContaining("'k'");
    }

    @Test
    void aClosedCandidateWaitsNoMore() {
        Candidate leader = started();
        Candidate waiting = started();
        waiting.elector.close();
        assertThat(waiting.client.waitingLocks()).isEmpty();
        leader.elector.close();
        pass(Duration.ofMinutes(1));
        assertThat(waiting.told).isEmpty();
        assertThat(manual.time.pending()).isZero();
    }

    @Test
    void anElectorThatIsClosedWhileItRestsStaysSo() {
        Candidate leader = started();
        leader.elector.resign();
        leader.elector.close();
        assertThat(manual.time.pending()).isZero();
        pass(Duration.ofMinutes(1));
        assertThat(leader.told).containsExactly("granted 1", "revoked 1");
    }

    @Test
    void aLockThatIsGrantedToAnElectorClosedMeanwhileIsReleased() {
        LeaderElector[] elector = new LeaderElector[1];
        LockClient client = manual.open(
                manual.builder(), Detour.before(manual.dynamo.client(), "updateItem", 1, () -> elector[0].close()));
        elector[0] = LeaderElector.builder(client, "k").build(manual.time, manual.time, Runnable::run);
        elector[0].start();
        assertThat(elector[0].isLeader()).isFalse();
        assertThat(rowIsFree()).isTrue();
        assertThat(manual.time.pending()).isZero();
    }

    @Test
    void aLeaderWhoseRowIsDeletedIsRevokedAndCampaignsAgainByItself() {
        Candidate leader = started();
        manual.deleteRow(AttributeValue.fromS("k"));
        pass(ManualLocks.HEARTBEAT);
        assertThat(leader.leads()).isFalse();
        pass(PAUSE);
        assertThat(leader.leads()).isTrue();
        assertThat(leader.told).hasSize(3).startsWith("granted 1", "revoked 1 DELETED");
        assertThat(leader.elector.term())
                .map(leader::number)
                .hasValueSatisfying(number -> assertThat(number).isGreaterThan(1));
    }

    @Test
    void theTokenOfEachTermIsGreaterThanThoseBefore() {
        Candidate first = started();
        Candidate second = started();
        for (int round = 0; round < 10; round++) {
            Candidate leader = leaders().get(0);
            Candidate other = leader == first ? second : first;
            if (round % 2 == 0) {
                leader.elector.resign();
            } else {
                leader.cut();
            }
            pass(TAKE_OVER);
            leader.mend();
            assertThat(leaders()).containsExactly(other);
            pass(Duration.ofMinutes(1));
        }
        List<Long> tokens = events.stream()
                .filter(event -> event.contains("granted"))
                .map(event -> Long.valueOf(event.substring("a granted ".length())))
                .toList();
        assertThat(tokens).hasSize(11).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aTableThatCanNotBeUsedAtTheStartIsTriedAgainAfterEachPause() {
        fail("ResourceNotFoundException");
        manual.dynamo.calls().reset();
        Candidate candidate = started();
        pass(PAUSE.multipliedBy(10));
        assertThat(manual.dynamo.calls().total()).isEqualTo(11);
        assertThat(candidate.leads()).isFalse();
        manual.dynamo.faults().clear();
        pass(PAUSE);
        assertThat(candidate.leads()).isTrue();
        assertThat(candidate.told).hasSize(1);
    }

    @Test
    void aTableOutOfReachAtTheStartIsTriedUntilItIsThere() {
        Candidate candidate = candidate();
        candidate.cut();
        candidate.elector.start();
        pass(Duration.ofMinutes(25));
        assertThat(candidate.leads()).isFalse();
        candidate.mend();
        pass(PAUSE.plusSeconds(1));
        assertThat(candidate.leads()).isTrue();
    }

    @Test
    void whatAListenerThrowsIsNobodysConcern() {
        List<String> told = new ArrayList<>();
        Candidate leader = candidate(settings -> settings.listener(new LeadershipListener() {
                    @Override
                    public void granted(Term term) {
                        throw new IllegalStateException("thrown by a listener");
                    }

                    @Override
                    public void revoked(Term term, @Nullable LockLoss loss) {
                        throw new StackOverflowError();
                    }
                })
                .listener(new LeadershipListener() {
                    @Override
                    public void granted(Term term) {
                        told.add("granted");
                    }

                    @Override
                    public void revoked(Term term, @Nullable LockLoss loss) {
                        told.add("revoked");
                    }
                }));
        leader.elector.start();
        leader.elector.resign();
        assertThat(rowIsFree()).isTrue();
        pass(PAUSE);
        assertThat(leader.leads()).isTrue();
        assertThat(told).containsExactly("granted", "revoked", "granted");
    }

    @Test
    void aListenerMayResignAndTheOthersHearEachEventInOrder() {
        Candidate[] resigning = new Candidate[1];
        Candidate leader = candidate(settings -> settings.listener(new LeadershipListener() {
            @Override
            public void granted(Term term) {
                resigning[0].elector.resign();
                resigning[0].told.add("resigned");
            }
        }));
        resigning[0] = leader;
        leader.elector.start();
        assertThat(leader.leads()).isFalse();
        assertThat(leader.told).containsExactly("granted 1", "resigned", "revoked 1");
        assertThat(rowIsFree()).isTrue();
    }

    @Test
    void aListenerMayClose() {
        Candidate[] closing = new Candidate[1];
        Candidate leader = candidate(settings -> settings.listener(new LeadershipListener() {
            @Override
            public void granted(Term term) {
                closing[0].elector.close();
            }
        }));
        closing[0] = leader;
        leader.elector.start();
        assertThat(leader.told).containsExactly("granted 1", "revoked 1");
        assertThat(rowIsFree()).isTrue();
        assertThat(manual.time.pending()).isZero();
    }

    @Test
    void theEndOfTheClientEndsTheLeadershipAndTheCampaign() {
        Candidate leader = started();
        Candidate waiting = started();
        waiting.client.close();
        leader.client.close();
        assertThat(leader.leads()).isFalse();
        assertThat(leader.told).containsExactly("granted 1", "revoked 1 CLIENT_CLOSED");
        assertThat(waiting.told).isEmpty();
        assertThat(rowIsFree()).isTrue();
        manual.dynamo.calls().reset();
        pass(Duration.ofMinutes(1));
        assertThat(manual.dynamo.calls().total()).isZero();
        assertThat(manual.time.pending()).isZero();
        leader.elector.close();
        waiting.elector.close();
        assertThat(events).hasSize(2);
    }

    @Test
    void aClientThatClosesWhileItsElectorRestsEndsItToo() {
        Candidate leader = started();
        leader.elector.resign();
        leader.client.close();
        pass(PAUSE);
        assertThat(manual.time.pending()).isZero();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(leader.elector::start);
        assertThat(leader.told).containsExactly("granted 1", "revoked 1");
    }

    @Test
    void theLeaseThatWasAskedForIsInTheRowAndTheNameInTheListOfHeldLocks() {
        Candidate leader = candidate(
                settings -> settings.leaseDuration(Duration.ofMinutes(1)).name("scheduler"));
        leader.elector.start();
        assertThat(leader.client.heldLocks()).singleElement().satisfies(held -> {
            assertThat(held.name()).isEqualTo("scheduler");
            assertThat(held.remainingLease()).isEqualTo(Duration.ofSeconds(54));
        });
    }

    @Test
    void aPauseOfOnesOwnCounts() {
        Candidate leader = candidate(settings -> settings.retryPause(Duration.ofMinutes(2)));
        leader.elector.start();
        leader.elector.resign();
        pass(Duration.ofSeconds(119));
        assertThat(leader.leads()).isFalse();
        pass(Duration.ofSeconds(1));
        assertThat(leader.leads()).isTrue();
    }

    @Test
    void theStateFollowsTheElectorAndItsClocks() {
        Candidate leader = candidate();
        Candidate waiting = candidate();
        assertThat(leader.elector.key()).isEqualTo("k");
        assertThat(leader.elector.state()).isEqualTo(LeaderElector.State.NEW);
        leader.elector.start();
        waiting.elector.start();
        assertThat(leader.elector.state()).isEqualTo(LeaderElector.State.LEADER);
        assertThat(waiting.elector.state()).isEqualTo(LeaderElector.State.CANDIDATE);
        leader.elector.resign();
        assertThat(leader.elector.state()).isEqualTo(LeaderElector.State.RESTING);
        pass(Duration.ofSeconds(1));
        assertThat(waiting.elector.state()).isEqualTo(LeaderElector.State.LEADER);
        waiting.kill();
        manual.time.suspend(Duration.ofHours(1));
        assertThat(waiting.elector.state()).isEqualTo(LeaderElector.State.RESTING);
        leader.elector.close();
        assertThat(leader.elector.state()).isEqualTo(LeaderElector.State.CLOSED);
    }

    @Test
    void aListenerIsAddedBeforeTheStartOrNotAtAll() {
        Candidate leader = candidate();
        List<String> told = new ArrayList<>();
        leader.elector.addListener(new LeadershipListener() {
            @Override
            public void granted(Term term) {
                told.add("granted after " + leader.told.size());
            }
        });
        leader.elector.start();
        assertThat(told).containsExactly("granted after 1");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> leader.elector.addListener(new LeadershipListener() {}))
                .withMessageContaining("'k'");
    }

    @Test
    void whatCanNotWorkIsRefused() {
        LockClient client = manual.newClient();
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> LeaderElector.builder(client, " "));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> LeaderElector.builder(client, "k").retryPause(Duration.ZERO))
                .withMessageContaining("retryPause");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> LeaderElector.builder(client, "k").leaseDuration(Duration.ofNanos(1)))
                .withMessageContaining("leaseDuration");
        LockClient idle = manual.open(manual.builder().heartbeatPeriod(Duration.ZERO));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> LeaderElector.builder(idle, "k").build())
                .withMessageContaining("heartbeatPeriod");
    }

    @Test
    void aKeyThatTheTableCanNotHaveIsRefusedAtTheStart() throws InterruptedException {
        LockTable numbers = LockTable.named("numbers").partitionKey("id", ScalarAttributeType.N);
        try (ManualLocks other = new ManualLocks(numbers, RowFormat.DYNAMOLOCK)) {
            LeaderElector elector =
                    LeaderElector.builder(other.newClient(), "k").build(other.time, other.time, Runnable::run);
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(elector::start);
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(elector::start);
            assertThat(other.time.pending()).isZero();
        }
    }
}
