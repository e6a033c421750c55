package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.RecordingDynamoDb;
import org.junit.jupiter.api.Test;

class HoldsTests {

    private final ManualTime time = new ManualTime();
    private final Engine engine = Engines.of(
            new RecordingDynamoDb(),
            ClientSettings.of(LockClient.builder(new RecordingDynamoDb()).table("locks")),
            time,
            time,
            Runnable::run,
            Runnable::run,
            Runnable::run,
            () -> 0.5);
    private final Holds holds = new Holds();

    private Hold hold(String id) {
        LockRequest request = LockRequest.forKey("k").build();
        return new Hold(
                engine,
                request,
                AcquireSettings.of(engine.settings(), request),
                id,
                AcquisitionTests.row(RecordVersion.of(id, 0), false, null),
                time.now(),
                "test");
    }

    @Test
    void holdsOfOneKeyAreApartAndInOrder() {
        Hold stale = hold("a");
        Hold newer = hold("b");
        assertThat(holds.add(stale)).isTrue();
        assertThat(holds.add(newer)).isTrue();
        assertThat(holds.all()).containsExactly(stale, newer);
        holds.remove(stale);
        holds.remove(stale);
        assertThat(holds.all()).containsExactly(newer);
    }

    @Test
    void anotherHoldDoesNotRemoveOneOfTheSameId() {
        Hold first = hold("a");
        holds.add(first);
        holds.remove(hold("a"));
        assertThat(holds.all()).containsExactly(first);
    }

    @Test
    void aHoldIsFoundByAnyVersionOfItsOwn() {
        Hold hold = hold("a");
        holds.add(hold);
        assertThat(holds.byVersion("a:0000000000")).isSameAs(hold);
        assertThat(holds.byVersion("a:0000000099")).isSameAs(hold);
        assertThat(holds.byVersion("b:0000000000")).isNull();
        assertThat(holds.byVersion("a")).isNull();
        assertThat(holds.byVersion("")).isNull();
        assertThat(holds.byVersion("1700000000000000000:MFRGG")).isNull();
    }

    @Test
    void onceClosedNothingComesInAndWhatIsThereIsReturned() {
        Hold hold = hold("a");
        holds.add(hold);
        assertThat(holds.close()).containsExactly(hold);
        assertThat(holds.add(hold("b"))).isFalse();
        assertThat(holds.all()).containsExactly(hold);
    }
}
