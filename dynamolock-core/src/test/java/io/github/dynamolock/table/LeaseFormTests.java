package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LeaseFormTests {

    @Test
    void writesEachFormAsItsOwnClientsDo() {
        Duration lease = Duration.ofSeconds(90);
        assertThat(LeaseForm.GO_TEXT.write(lease)).isEqualTo(AttributeValue.fromS("1m30s"));
        assertThat(LeaseForm.MILLISECONDS_TEXT.write(lease)).isEqualTo(AttributeValue.fromS("90000"));
        assertThat(LeaseForm.NANOSECONDS_NUMBER.write(lease)).isEqualTo(AttributeValue.fromN("90000000000"));
    }

    @ParameterizedTest
    @EnumSource(LeaseForm.class)
    void readsWhateverFormWasWritten(LeaseForm form) {
        for (long millis : List.of(1L, 999L, 1_000L, 20_000L, 3_600_001L, LeaseForm.LONGEST.toMillis())) {
            Duration lease = Duration.ofMillis(millis);
            assertThat(LeaseForm.read(form.write(lease))).hasValue(lease);
        }
    }

    @Test
    void partsOfAMillisecondAreNotCutOffTheLeaseThatOthersRead() {
        assertThat(LeaseForm.read(LeaseForm.MILLISECONDS_TEXT.write(Duration.ofNanos(1_900_000))))
                .hasValue(Duration.ofMillis(2));
    }

    static Stream<AttributeValue> noLeases() {
        return Stream.of(
                AttributeValue.fromS(""),
                AttributeValue.fromS("banana"),
                AttributeValue.fromS("0"),
                AttributeValue.fromS("0s"),
                AttributeValue.fromS("-5s"),
                AttributeValue.fromS("-20000"),
                AttributeValue.fromS("8784h0m0.000000001s"),
                AttributeValue.fromS("31622400001"),
                AttributeValue.fromS("99999999999999999999"),
                AttributeValue.fromS("9223372036854775807"),
                AttributeValue.fromN("0"),
                AttributeValue.fromN("-1"),
                AttributeValue.fromN("1.5"),
                AttributeValue.fromN("1E+10"),
                AttributeValue.fromN("9223372036854775808"),
                AttributeValue.fromN("31622400000000001"),
                AttributeValue.fromBool(true),
                AttributeValue.fromNul(true),
                AttributeValue.fromL(List.of()));
    }

    @ParameterizedTest
    @MethodSource("noLeases")
    void whatIsNoLeaseIsCorruptAndNeverAShortOne(AttributeValue value) {
        assertThat(LeaseForm.read(value)).isEmpty();
    }

    @Test
    void anAbsentLeaseIsNone() {
        assertThat(LeaseForm.read(null)).isEmpty();
    }

    @Test
    void theLongestLeaseIsStillALease() {
        assertThat(LeaseForm.read(AttributeValue.fromS("8784h0m0s"))).hasValue(LeaseForm.LONGEST);
    }
}
