package io.github.dynamolock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Each check of what is sent and written finds a history that is bad. */
class RowChecksTests {

    private static final long SECOND = 1_000_000_000L;

    private final History history = new History();
    private final RowChecks checks = history.checks.rows;
    private final Sightings sightings = new Sightings();
    private final Holder one = history.new Stub(1);
    private final Holder two = history.new Stub(2);

    private static Request request(Operation operation, String holdId, @Nullable String observed, String... names) {
        boolean takes = operation == Operation.ACQUIRE || operation == Operation.STEAL;
        return new Request(
                operation,
                History.KEY,
                holdId,
                observed,
                false,
                takes,
                List.of(names),
                GetItemRequest.builder().build());
    }

    private Written written(Map<String, AttributeValue> item) {
        return history.rows.written(History.KEY, item, history.now, history.now);
    }

    @Test
    void aStealOfWhatWasNeverSeen() {
        checks.sent(request(Operation.STEAL, "h1x0", "h2x0:0"), one, sightings);
        assertThat(history.broken).containsExactly(Invariant.S15);
    }

    @Test
    void aStealWithinTheLease() {
        sightings.note(History.KEY, "h2x0:0", history.now, 10 * SECOND);
        history.now += 10 * SECOND - 1;
        checks.sent(request(Operation.STEAL, "h1x0", "h2x0:0"), one, sightings);
        assertThat(history.broken).containsExactly(Invariant.S15);
    }

    @Test
    void aStealAfterTheLeaseIsRight() {
        sightings.note(History.KEY, "h2x0:0", history.now, 10 * SECOND);
        history.now += 10 * SECOND;
        checks.sent(request(Operation.STEAL, "h1x0", "h2x0:0"), one, sightings);
        assertThat(history.broken).isEmpty();
    }

    @Test
    void aRenewalBeyondTheLongestHold() {
        Held held = history.granted(1, "h1x0", 5);
        held.maxHoldNanos = SECOND;
        history.now += 2 * SECOND;
        checks.sent(request(Operation.HEARTBEAT, "h1x0", null), one, sightings);
        assertThat(history.broken).containsExactly(Invariant.S13);
    }

    @Test
    void aRenewalOfAHoldThatNobodyHas() {
        Written unused = history.taken("h1x0", 5);
        for (int i = 1; i < 9; i++) {
            history.now += 6 * SECOND;
            Written renewed = written(history.item("h1x0", i, 5, false));
            checks.applied(request(Operation.HEARTBEAT, "h1x0", null), one, renewed, history.now);
        }
        assertThat(history.broken).isNotEmpty().containsOnly(Invariant.S7);
    }

    @Test
    void aReleaseOfAnothersHold() {
        Written unused = history.taken("h1x0", 5);
        checks.applied(request(Operation.RELEASE, "h2x0", null), two, history.freed("h1x0", 5), history.now);
        assertThat(history.broken).containsExactly(Invariant.S8);
    }

    @Test
    void aRowThatIsDeletedWhereRowsAreKept() {
        Written unused = history.taken("h1x0", 5);
        Written gone = history.rows.written(History.KEY, null, history.now, history.now);
        checks.applied(request(Operation.RELEASE, "h1x0", null), one, gone, history.now);
        assertThat(history.broken).containsExactly(Invariant.S10);
    }

    @Test
    void anAttributeThatARenewalLoses() {
        Map<String, AttributeValue> item = history.item("h1x0", 0, 5, false);
        item.put("note", AttributeValue.fromS("mine"));
        Written unused = written(item);
        Held held = history.toldOf(1, "h1x0", 5);
        Written renewed = written(history.item("h1x0", 1, 5, false));
        checks.applied(request(Operation.HEARTBEAT, held.holdId, null), one, renewed, history.now);
        assertThat(history.broken).containsExactly(Invariant.S10);
    }

    @Test
    void aHeldRowThatIsToBeDeletedAtATime() {
        Map<String, AttributeValue> item = history.item("h1x0", 0, 5, false);
        item.put("expiresAt", AttributeValue.fromN("1790000000"));
        checks.applied(request(Operation.ACQUIRE, "h1x0", null), one, written(item), history.now);
        assertThat(history.broken).containsExactly(Invariant.S10);
    }

    @Test
    void aPayloadThatAnotherChanges() {
        Held held = history.granted(1, "h1x0", 5);
        history.leftData = SdkBytes.fromUtf8String("of two");
        Written renewed = written(history.item(held.holdId, 1, 5, false));
        checks.applied(request(Operation.HEARTBEAT, "h2x0", null, "data"), two, renewed, history.now);
        assertThat(history.broken).containsExactly(Invariant.S10);
    }

    @Test
    void aPayloadThatItsHolderChangesIsRight() {
        Held held = history.granted(1, "h1x0", 5);
        history.leftData = SdkBytes.fromUtf8String("of one");
        Written renewed = written(history.item(held.holdId, 1, 5, false));
        checks.applied(request(Operation.HEARTBEAT, "h1x0", null, "data"), one, renewed, history.now);
        assertThat(history.broken).isEmpty();
    }

    @Test
    void aForeignItemThatIsTaken() {
        history.rows.byHand(History.KEY, history.item("stranger", 0, 1, false), true, history.now);
        checks.applied(request(Operation.ACQUIRE, "h1x0", null), one, history.taken("h1x0", 5), history.now);
        assertThat(history.broken).containsExactly(Invariant.S11);
    }

    @Test
    void aFenceThatIsCommittedWithoutTheRow() {
        Written unused = history.taken("h1x0", 5);
        checks.committed(History.KEY, "h2x0", 4);
        assertThat(history.broken).containsExactly(Invariant.T1);
    }

    @Test
    void aFenceOfASmallerToken() {
        Written unused = history.taken("h1x0", 5);
        checks.committed(History.KEY, "h1x0", 5);
        checks.committed(History.KEY, "h1x0", 4);
        assertThat(history.broken).containsExactly(Invariant.T1);
    }

    @Test
    void aFenceOfARowThatLateCopiesBroughtBackAsItWasIsNobodysFault() {
        apply(Operation.ACQUIRE, "h1x0", history.item("h1x0", 0, 5, false));
        apply(Operation.ACQUIRE, "h1x0", history.item("h1x0", 0, 6, false));
        apply(Operation.ACQUIRE, "h2x0", history.item("h2x0", 0, 7, false));
        checks.committed(History.KEY, "h2x0", 7);
        apply(Operation.ACQUIRE, "h1x0", history.item("h1x0", 0, 5, false));
        checks.committed(History.KEY, "h1x0", 6);
        assertThat(history.broken).containsExactly(Invariant.T1);
        apply(Operation.ACQUIRE, "h1x0", history.item("h1x0", 0, 6, false));
        checks.committed(History.KEY, "h1x0", 6);
        assertThat(history.broken).containsExactly(Invariant.T1);
    }

    private void apply(Operation operation, String holdId, Map<String, AttributeValue> item) {
        checks.applied(request(operation, holdId, null), one, written(item), history.now);
    }

    @Test
    void aLockThatIsGrantedWithinAShortestHold() {
        Held first = history.granted(1, "h1x0", 5);
        history.now += SECOND;
        first.minHoldNanos = 3 * SECOND;
        history.checks.minHolds.granted(first);
        history.checks.minHolds.promised(first, 3 * SECOND);
        history.now += SECOND;
        history.checks.minHolds.granted(history.holdOf(2, "h2x0", 6));
        assertThat(history.broken).containsExactly(Invariant.H1);
    }

    @Test
    void aCloseThatDoesNotTryAHold() {
        assertThat(CloseCheck.problem(false, false, true)).contains("not even tried");
        assertThat(CloseCheck.problem(true, true, true)).contains("still has its row");
        assertThat(CloseCheck.problem(true, false, true)).isNull();
        assertThat(CloseCheck.problem(true, true, false)).isNull();
    }

    @Test
    void aWaiterWhoIsServedLateOrNot() {
        Waits waits = new Waits((invariant, what) -> history.broken.add(invariant));
        waits.left(History.KEY, null, 0);
        waits.granted(History.KEY, 2 * SECOND);
        assertThat(history.broken).isEmpty();
        waits.granted(History.KEY, 4 * SECOND);
        assertThat(history.broken).containsExactly(Invariant.L3);
        waits.left(History.KEY, history.taken("h1x0", 5).after(), 0);
        waits.granted(History.KEY, 12 * SECOND);
        waits.refused(History.KEY, "no");
        assertThat(history.broken).containsExactly(Invariant.L3, Invariant.L1);
    }
}
