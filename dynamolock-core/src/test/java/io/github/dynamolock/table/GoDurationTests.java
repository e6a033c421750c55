package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTests {

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ns",
        "999, 999ns",
        "1000, 1µs",
        "1100, 1.1µs",
        "250000, 250µs",
        "999999, 999.999µs",
        "1000000, 1ms",
        "1500000, 1.5ms",
        "2200001, 2.200001ms",
        "100000000, 100ms",
        "500000000, 500ms",
        "999999999, 999.999999ms",
        "1000000000, 1s",
        "2500000000, 2.5s",
        "3300000001, 3.300000001s",
        "10000000000, 10s",
        "20000000000, 20s",
        "59999999999, 59.999999999s",
        "60000000000, 1m0s",
        "90000000000, 1m30s",
        "245000000000, 4m5s",
        "245001000000, 4m5.001s",
        "600000000000, 10m0s",
        "3600000000000, 1h0m0s",
        "18367001000000, 5h6m7.001s",
        "86400000000000, 24h0m0s",
        "480000000001, 8m0.000000001s",
        "9223372036854775807, 2562047h47m16.854775807s"
    })
    void printsAsGoDoes(long nanos, String expected) {
        assertThat(GoDuration.format(Duration.ofNanos(nanos))).isEqualTo(expected);
    }

    @Test
    void printsTheMicroSignAndNotTheGreekLetter() {
        assertThat(GoDuration.format(Duration.ofNanos(1_000))).isEqualTo("1\u00b5s");
    }

    /** The table of Go's own test of ParseDuration, but for its negative extreme. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "+0, 0",
        "-0, 0",
        "0s, 0",
        "5s, 5000000000",
        "30s, 30000000000",
        "1478s, 1478000000000",
        "-5s, -5000000000",
        "+5s, 5000000000",
        "5.0s, 5000000000",
        "5.6s, 5600000000",
        "5.s, 5000000000",
        ".5s, 500000000",
        "1.0s, 1000000000",
        "1.00s, 1000000000",
        "1.004s, 1004000000",
        "1.0040s, 1004000000",
        "100.00100s, 100001000000",
        "10ns, 10",
        "11us, 11000",
        "12\u00b5s, 12000",
        "12\u03bcs, 12000",
        "13ms, 13000000",
        "14s, 14000000000",
        "15m, 900000000000",
        "16h, 57600000000000",
        "3h30m, 12600000000000",
        "10.5s4m, 250500000000",
        "-2m3.4s, -123400000000",
        "1h2m3s4ms5us6ns, 3723004005006",
        "39h9m14.425s, 140954425000000",
        "52763797000ns, 52763797000",
        "0.3333333333333333333h, 1200000000000",
        "9007199254740993ns, 9007199254740993",
        "9223372036854775807ns, 9223372036854775807",
        "9223372036854775.807us, 9223372036854775807",
        "9223372036s854ms775us807ns, 9223372036854775807",
        "0.100000000000000000000h, 360000000000",
        "0.830103483285477580700h, 2988372539827",
        "1s1s1s, 3000000000",
        "1m0.5m, 90000000000"
    })
    void parsesWhatGoParses(String text, long nanos) {
        // Go computes fractions in floating point and may be one nanosecond off; an exact result is as good.
        assertThat(GoDuration.parse(text).orElseThrow().toNanos()).isCloseTo(nanos, Offset.offset(1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "3",
                "20000",
                "-",
                "+",
                "s",
                ".",
                "-.",
                ".s",
                "+.s",
                "1d",
                "1S",
                "1 s",
                " 1s",
                "1s ",
                "1s\n",
                "1,5s",
                "1e3s",
                "0x1s",
                "++1s",
                "--1s",
                "1s-1s",
                "1..5s",
                "1.5.5s",
                "banana",
                "1sbanana",
                "banana1s",
                "PT20S",
                "\u0661s",
                "\uff11s",
                "9223372036854775808ns",
                "9223372036854775.808us",
                "9223372036854ms775us808ns",
                "3000000h",
                "1\u0000s"
            })
    void refusesWhatGoRefuses(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }

    @Test
    void readsBackWhateverItPrints() {
        Random random = new Random(20261101);
        for (int i = 0; i < 100_000; i++) {
            Duration duration = Duration.ofNanos(random.nextLong() >>> (1 + random.nextInt(63)));
            assertThat(GoDuration.parse(GoDuration.format(duration))).hasValue(duration);
        }
    }

    @Test
    @Timeout(10)
    void anEndlessTextIsRefusedWithoutDelay() {
        for (String endless :
                new String[] {"1".repeat(400_000), "1".repeat(400_000) + "s", "1s".repeat(200_000), "1.".repeat(200_000)
                }) {
            assertThat(GoDuration.parse(endless)).isEmpty();
            assertThat(GoDuration.parse(endless + "x")).isEmpty();
        }
    }

    @Test
    void neverThrowsWhateverTheText() {
        Random random = new Random(20261102);
        String alphabet = "0123456789.+-nsumh\u00b5\u03bc eE\n\uD800";
        for (int i = 0; i < 100_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThatCode(() -> GoDuration.parse(text.toString())).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @CsvSource({"20000, true", "0, true", "'', false", "-1, false", "1.5, false", "20s, false", "\u0661\u0662, false"})
    void onlyAsciiDigitsAreDigits(String text, boolean digits) {
        assertThat(GoDuration.isDigits(text)).isEqualTo(digits);
    }

    @Test
    void aThousandCharactersAreReadAndMoreAreNot() {
        assertThat(GoDuration.parse("0".repeat(998) + "1s")).contains(Duration.ofSeconds(1));
        assertThat(GoDuration.parse("0".repeat(999) + "1s")).isEmpty();
    }
}
