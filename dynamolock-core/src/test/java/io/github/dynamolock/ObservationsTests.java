package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ObservationsTests {

    private final ManualTime time = new ManualTime();
    private final Observations observations = new Observations();

    private Observation see(LockKey key, String version) {
        return observations.see(key, AcquisitionTests.row(version, false, null), version, time.now());
    }

    @Test
    void theSameVersionKeepsItsFirstMoment() {
        Moment first = time.now();
        see(LockKey.of("k"), "x:1");
        time.advance(Duration.ofSeconds(5));
        assertThat(see(LockKey.of("k"), "x:1").firstSeen()).isEqualTo(first);
        assertThat(observations.size()).isEqualTo(1);
    }

    @Test
    void anotherVersionStartsAnew() {
        see(LockKey.of("k"), "x:2");
        time.advance(Duration.ofSeconds(5));
        assertThat(see(LockKey.of("k"), "x:1").firstSeen()).isEqualTo(time.now());
        assertThat(observations.get(LockKey.of("k")))
                .hasValueSatisfying(seen -> assertThat(seen.version()).isEqualTo("x:1"));
    }

    @Test
    void keysDoNotMix() {
        see(LockKey.of("a"), "x:1");
        see(LockKey.of(AttributeValue.fromN("1")), "x:1");
        time.advance(Duration.ofSeconds(5));
        assertThat(see(LockKey.of("1"), "x:1").firstSeen()).isEqualTo(time.now());
        observations.forget(LockKey.of("a"));
        assertThat(observations.get(LockKey.of("a"))).isEmpty();
        assertThat(observations.get(LockKey.of(AttributeValue.fromN("1.0")))).isPresent();
        assertThat(observations.size()).isEqualTo(2);
    }

    @Test
    void theKeyLookedAtLongestAgoIsForgottenFirst() {
        for (int i = 0; i < 10_000; i++) {
            see(LockKey.of("k" + i), "x:1");
        }
        assertThat(observations.get(LockKey.of("k0"))).isPresent();
        see(LockKey.of("new"), "x:1");
        assertThat(observations.size()).isEqualTo(10_000);
        assertThat(observations.get(LockKey.of("k0"))).isPresent();
        assertThat(observations.get(LockKey.of("k1"))).isEmpty();
    }
}
