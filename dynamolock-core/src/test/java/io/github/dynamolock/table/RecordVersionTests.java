package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class RecordVersionTests {

    private static boolean isBetween(String version, String low, String high) {
        return version.compareTo(low) >= 0 && version.compareTo(high) <= 0;
    }

    @Test
    void isTheHoldIdAndTenDigits() {
        assertThat(RecordVersion.of("abc", 0)).isEqualTo("abc:0000000000");
        assertThat(RecordVersion.of("abc", 42)).isEqualTo("abc:0000000042");
        assertThat(RecordVersion.of("abc", 9_999_999_999L)).isEqualTo("abc:9999999999");
    }

    @Test
    void itsOrderAsTextIsTheOrderOfTheCounters() {
        long[] counters = {0, 1, 2, 8, 9, 10, 11, 99, 100, 101, 999, 1_000, 99_999, 100_000, 999_999_999, 9_999_999_999L
        };
        for (long sent : counters) {
            for (long inRow : counters) {
                boolean mayRenew = sent > 0
                        && isBetween(
                                RecordVersion.of("hold", inRow),
                                RecordVersion.of("hold", 0),
                                RecordVersion.of("hold", sent - 1));
                assertThat(mayRenew).as("renewal %s of row %s", sent, inRow).isEqualTo(inRow < sent);
            }
        }
    }

    @Test
    void versionsOfOtherHoldsAndOtherClientsAreNeverBetween() {
        String low = RecordVersion.of("hold", 0);
        String high = RecordVersion.of("hold", 9_999_999_998L);
        for (String other : new String[] {
            RecordVersion.of("holc", 5),
            RecordVersion.of("hole", 5),
            RecordVersion.of("hol", 5),
            RecordVersion.of("holdx", 5),
            RecordVersion.of("", 5),
            "hold",
            "1700000000000000000:ABCDEF",
            ""
        }) {
            assertThat(isBetween(other, low, high)).as(other).isFalse();
        }
    }

    @Test
    void belongsToItsHoldAlone() {
        assertThat(RecordVersion.belongsTo(RecordVersion.of("hold", 7), "hold")).isTrue();
        assertThat(RecordVersion.belongsTo(RecordVersion.of("holdx", 7), "hold"))
                .isFalse();
        assertThat(RecordVersion.belongsTo(RecordVersion.of("hold", 7), "holdx"))
                .isFalse();
        assertThat(RecordVersion.belongsTo("hold", "hold")).isFalse();
        assertThat(RecordVersion.belongsTo(RecordVersion.of("hold", 7), null)).isFalse();
    }

    @Test
    void theDigitsAreThoseOfEveryClientWhateverTheMachinesLanguage() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(RecordVersion.of("hold", 12)).isEqualTo("hold:0000000012");
        } finally {
            Locale.setDefault(before);
        }
    }
}
