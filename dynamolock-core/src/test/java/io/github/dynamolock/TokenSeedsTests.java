package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenSeedsTests {

    private static final LockKey KEY = LockKey.of("k");

    private final TokenSeeds seeds = new TokenSeeds();

    @Test
    void tokensOfNewRowsBeginAtTheClock() {
        assertThat(seeds.next(KEY, 1000)).isEqualTo(1000);
        seeds.granted(KEY, 1001, 1005);
        assertThat(seeds.next(KEY, 1006)).isEqualTo(1006);
    }

    @Test
    void aRowThatIsMadeAnewWithinTheSameMillisecondGetsAGreaterToken() {
        seeds.granted(KEY, 1001, 1000);
        assertThat(seeds.next(KEY, 1000)).isEqualTo(1001);
        assertThat(seeds.next(LockKey.of("another"), 1000)).isEqualTo(1000);
        seeds.granted(KEY, 1002, 1000);
        assertThat(seeds.next(KEY, 1001)).isEqualTo(1002);
    }

    @Test
    void whatTheClockHasPassedIsForgotten() {
        for (int i = 0; i < 100; i++) {
            seeds.granted(LockKey.of("key-" + i), 1001, 1000);
        }
        assertThat(seeds.size()).isEqualTo(100);
        seeds.granted(KEY, 1002, 1002);
        assertThat(seeds.size()).isZero();
    }

    @Test
    void tokensFarAheadOfTheClockAreKeptForTheLatestKeysAlone() {
        for (int i = 0; i < 10_100; i++) {
            seeds.granted(LockKey.of("key-" + i), Long.MAX_VALUE, 1000);
        }
        assertThat(seeds.size()).isEqualTo(10_000);
    }
}
