package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The order of several keys, on which all processes must agree. */
class KeyOrderTests {

    private static AttributeValue bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    }

    @Test
    void bytesComeBeforeNumbersAndTheseBeforeText() {
        assertSorted(bytes(255), AttributeValue.fromN("9"), AttributeValue.fromS("!"));
    }

    @Test
    void textIsOrderedByItsCharactersWithoutALocale() {
        assertSorted(texts("", "!", "(", "A", "B", "Z", "a", "a!", "a)", "aa", "ä", "\uD83D\uDE00", "\uFFFD"));
    }

    @Test
    void numbersAreOrderedAsTheyAreWritten() {
        assertSorted(AttributeValue.fromN("-1"), AttributeValue.fromN("10"), AttributeValue.fromN("9"));
    }

    @Test
    void bytesAreOrderedWithoutTheirSignAndShorterFirst() {
        assertSorted(bytes(), bytes(0), bytes(0, 0), bytes(127), bytes(128), bytes(255));
    }

    @Test
    void whatIsNoKeyHasNoPlaceInIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> KeyOrder.INSTANCE.compare(AttributeValue.fromBool(true), AttributeValue.fromBool(true)));
    }

    private static AttributeValue[] texts(String... values) {
        return List.of(values).stream().map(AttributeValue::fromS).toArray(AttributeValue[]::new);
    }

    private static void assertSorted(AttributeValue... expected) {
        Random random = new Random(7);
        for (int i = 0; i < 50; i++) {
            List<AttributeValue> shuffled = new ArrayList<>(List.of(expected));
            Collections.shuffle(shuffled, random);
            shuffled.sort(KeyOrder.INSTANCE);
            assertThat(shuffled).containsExactly(expected);
        }
        for (int i = 0; i < expected.length; i++) {
            for (int j = 0; j < expected.length; j++) {
                assertThat(Integer.signum(KeyOrder.INSTANCE.compare(expected[i], expected[j])))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }
}
