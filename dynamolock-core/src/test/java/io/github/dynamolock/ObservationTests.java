package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ObservationTests {

    private final ManualTime time = new ManualTime();
    private final Observation seen = new Observation("x:1", Duration.ofSeconds(20), time.now());

    @Test
    void isExpiredAfterTheWholeLeaseAndAHundredth() {
        assertThat(seen.nanosUntilExpiry(time.now())).isEqualTo(20_200_000_000L);
        time.advance(Duration.ofMillis(20_200).minusNanos(1));
        assertThat(seen.isExpired(time.now())).isFalse();
        assertThat(seen.nanosUntilExpiry(time.now())).isEqualTo(1);
        time.advance(Duration.ofNanos(1));
        assertThat(seen.isExpired(time.now())).isTrue();
        time.advance(Duration.ofDays(1));
        assertThat(seen.nanosUntilExpiry(time.now())).isZero();
    }

    @Test
    void countsByTheMonotonicClockAlone() {
        time.jumpWall(Duration.ofDays(30));
        time.suspend(Duration.ofHours(1));
        assertThat(seen.isExpired(time.now())).isFalse();
        time.jumpWall(Duration.ofDays(-60));
        time.advance(Duration.ofMillis(20_200));
        assertThat(seen.isExpired(time.now())).isTrue();
    }
}
