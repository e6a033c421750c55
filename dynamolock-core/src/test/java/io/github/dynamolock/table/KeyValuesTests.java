package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class KeyValuesTests {

    private static AttributeValue require(AttributeValue value) {
        return KeyValues.require("lock key", value, TableKeys.MAX_PARTITION_KEY_BYTES);
    }

    private static void assertRefused(AttributeValue value, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> require(value)).withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "campaign:42", " a ", "\u00e9", "e\u0301", "\uD83D\uDE00", "a\u0000b", "x\nWARN y", "${a}"})
    void aStringStaysAsItIs(String key) {
        assertThat(require(AttributeValue.fromS(key)).s()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
    void anEmptyOrBlankStringIsRefused(String key) {
        assertRefused(AttributeValue.fromS(key), "lock key must not be empty or blank");
    }

    @Test
    void theLimitCountsBytesAndNotCharacters() {
        require(AttributeValue.fromS("a".repeat(2048)));
        require(AttributeValue.fromS("\u20ac".repeat(682) + "aa"));
        assertRefused(
                AttributeValue.fromS("a".repeat(2049)), "1 to 2048 bytes (UTF-8; DynamoDB's limit), but has 2049");
        assertRefused(AttributeValue.fromS("\u20ac".repeat(683)), "but has 2049");
        assertRefused(AttributeValue.fromS("\u20ac".repeat(2048)), "but has 6144");
        assertRefused(AttributeValue.fromS("\uD83D\uDE00".repeat(513)), "but has 2052");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "\uDC00", "a\uD800b", "\uDE00\uD83D"})
    void halfASurrogatePairIsRefusedBecauseAllHalvesWouldBecomeOneKey(String key) {
        assertRefused(AttributeValue.fromS(key), "half of a surrogate pair");
    }

    @ParameterizedTest
    @CsvSource({
        "42, 42",
        "042, 42",
        "+42, 42",
        "42.0, 42",
        "4.20E1, 42",
        "' 42 ', 42",
        "0, 0",
        "-0, 0",
        "0.000, 0",
        "0E5, 0",
        "-1.50, -1.5",
        "1E2, 100",
        "100, 100",
        "1E-3, 0.001",
        "0.001, 0.001",
        "1E37, 10000000000000000000000000000000000000",
        "1E38, 1E+38",
        "10E37, 1E+38",
        "99999999999999999999999999999999999999, 99999999999999999999999999999999999999"
    })
    void numbersThatDynamoDbTakesForEqualBecomeEqual(String given, String kept) {
        assertThat(require(AttributeValue.fromN(given))).isEqualTo(AttributeValue.fromN(kept));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1,5", "0x10", "NaN", "Infinity", "1 2"})
    void whatIsNoNumberIsRefused(String digits) {
        assertRefused(AttributeValue.fromN(digits), "lock key is not a number");
    }

    @Test
    void aNumberHasAtMostThirtyEightDigits() {
        assertRefused(AttributeValue.fromN("1".repeat(39)), "at most 38 significant digits");
        assertThat(require(AttributeValue.fromN("1".repeat(38) + "00")).n()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E125", "-9.9E125", "1E-130", "-9E-130", "1.5E-130"})
    void theLargestAndTheSmallestNumbersAreKeys(String digits) {
        BigDecimal kept = new BigDecimal(require(AttributeValue.fromN(digits)).n());
        assertThat(kept).isEqualByComparingTo(digits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E126", "-1E126", "12E125", "9E-131", "-9.9E-131"})
    void aNumberBeyondThoseIsRefused(String digits) {
        assertRefused(AttributeValue.fromN(digits), "must be between 1E-130 and 9.9E125");
    }

    @Test
    void bytesAreLimitedTooAndMayHoldAnything() {
        require(AttributeValue.fromB(SdkBytes.fromByteArray(new byte[2048])));
        assertRefused(AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0])), "but has 0");
        assertRefused(AttributeValue.fromB(SdkBytes.fromByteArray(new byte[2049])), "but has 2049");
    }

    @Test
    void noOtherTypeCanBeAKey() {
        assertRefused(AttributeValue.fromBool(true), "must be of type S, N or B, but was of type BOOL");
        assertRefused(AttributeValue.fromNul(true), "of type NUL");
        assertRefused(AttributeValue.fromL(List.of()), "of type L");
        assertRefused(AttributeValue.fromM(Map.of()), "of type M");
        assertRefused(AttributeValue.fromSs(List.of("a")), "of type SS");
        assertRefused(AttributeValue.builder().build(), "of type UNKNOWN");
    }

    @Test
    void aKeyIsFoundAgainByItsTextAndItsType() {
        AttributeValue bytes = AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1, 7}));
        for (AttributeValue value : List.of(AttributeValue.fromS("a"), AttributeValue.fromN("4"), bytes)) {
            assertThat(KeyValues.ofText(KeyValues.typeOf(value), KeyValues.text(value)))
                    .isEqualTo(value);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> KeyValues.ofText(ScalarAttributeType.B, "no base64!"));
    }

    @Test
    void eachTypeHasItsTextAndItsName() {
        AttributeValue bytes = AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2, 3}));
        assertThat(KeyValues.text(AttributeValue.fromS("a"))).isEqualTo("a");
        assertThat(KeyValues.text(AttributeValue.fromN("4"))).isEqualTo("4");
        assertThat(KeyValues.text(bytes)).isEqualTo("AQID");
        assertThat(KeyValues.typeOf(AttributeValue.fromS("a"))).isEqualTo(ScalarAttributeType.S);
        assertThat(KeyValues.typeOf(AttributeValue.fromN("4"))).isEqualTo(ScalarAttributeType.N);
        assertThat(KeyValues.typeOf(bytes)).isEqualTo(ScalarAttributeType.B);
    }
}
