package io.github.dynamolock.local.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class NumbersTests {

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0,0",
        "000,0",
        "1,1",
        "01,1",
        "+1,1",
        "-1,-1",
        "1.0,1",
        "1.50,1.5",
        ".5,0.5",
        "5.,5",
        "1e2,100",
        "1E-3,0.001",
        "120,120",
        "-0.00120,-0.0012",
        "0e99999,0"
    })
    void haveOneTextForEachValue(String given, String stored) {
        assertThat(Numbers.canonical(given)).isEqualTo(stored);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "1 ", "x", "1x", "--1", "1,5", "NaN", "Infinity", "0x10", "\u0661", "1e", "e1", "1_0"})
    void areNoOtherTexts(String given) {
        assertThatThrownBy(() -> Numbers.canonical(given))
                .isInstanceOf(AwsServiceException.class)
                .hasMessageContaining("The parameter cannot be converted to a numeric value");
    }

    @Test
    void reachFromTheSmallestToTheLargest() {
        assertThat(Numbers.canonical("9.9999999999999999999999999999999999999E+125"))
                .hasSize(126);
        assertThat(Numbers.canonical("-1E-130")).hasSize(133);
        assertThatThrownBy(() -> Numbers.canonical("1e999999999999")).isInstanceOf(AwsServiceException.class);
    }

    @Test
    void weighHalfAByteForEachDigit() {
        assertThat(Numbers.size("0")).isEqualTo(1);
        assertThat(Numbers.size("1")).isEqualTo(2);
        assertThat(Numbers.size("12")).isEqualTo(2);
        assertThat(Numbers.size("-123")).isEqualTo(4);
        assertThat(Numbers.size("1000000")).isEqualTo(2);
        assertThat(Numbers.size("0.001")).isEqualTo(2);
    }

    @Test
    void textsFollowTheirCodePoints() {
        assertThat(Attributes.compare(AttributeValue.fromS("\uffff"), AttributeValue.fromS("\ud83c\udf88")))
                .isNegative();
        assertThat(Attributes.compare(AttributeValue.fromS("a"), AttributeValue.fromS("ab")))
                .isNegative();
        assertThat(Attributes.compare(AttributeValue.fromN("9"), AttributeValue.fromN("10")))
                .isNegative();
        assertThat(Attributes.compare(AttributeValue.fromN("9"), AttributeValue.fromS("9")))
                .isNull();
    }
}
