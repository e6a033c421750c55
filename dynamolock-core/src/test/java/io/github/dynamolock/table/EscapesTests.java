package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EscapesTests {

    @ParameterizedTest
    @ValueSource(
            strings = {"", "campaign:42", "\u00e9", "\u65e5\u672c", "\uD83D\uDE00", "${jndi:ldap://x}", "{} %s \\ '"})
    void ordinaryTextStaysAsItIs(String text) {
        assertThat(Escapes.escape(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "10, \\u000a",
        "13, \\u000d",
        "9, \\u0009",
        "0, \\u0000",
        "27, \\u001b",
        "127, \\u007f",
        "133, \\u0085",
        "155, \\u009b",
        "8232, \\u2028",
        "8233, \\u2029",
        "8238, \\u202e",
        "8234, \\u202a",
        "8294, \\u2066",
        "8297, \\u2069",
        "8203, \\u200b",
        "8207, \\u200f",
        "65279, \\ufeff",
        "173, \\u00ad",
        "55296, \\ud800",
        "57343, \\udfff",
        "65535, \\uffff",
        "917505, \\ue0001"
    })
    void whatBreaksALineOrReordersItIsShownByNumber(int character, String shown) {
        String text = "a" + new String(Character.toChars(character)) + "b";
        assertThat(Escapes.escape(text)).isEqualTo("a" + shown + "b");
    }

    @Test
    void aForgedLogLineStaysOneLine() {
        assertThat(Escapes.escape("x\nWARN admin \u001b[31mlogged in"))
                .isEqualTo("x\\u000aWARN admin \\u001b[31mlogged in");
    }

    @Test
    void longTextIsCut() {
        assertThat(Escapes.escape("a".repeat(128))).isEqualTo("a".repeat(128));
        assertThat(Escapes.escape("a".repeat(129))).isEqualTo("a".repeat(128) + "\u2026");
        assertThat(Escapes.escape("\n".repeat(100_000)).length()).isLessThan(140);
        assertThat(Escapes.escape("\uD83D\uDE00".repeat(65))).endsWith("\uD83D\uDE00\u2026");
    }

    @Test
    void whateverTheTextTheResultIsOneSafeShortLine() {
        Random random = new Random(20261103);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                text.append((char) random.nextInt(random.nextBoolean() ? 0x100 : 0x10000));
            }
            String escaped = Escapes.escape(text.toString());
            assertThat(escaped.length()).isLessThan(140);
            assertThat(escaped.codePoints())
                    .noneMatch(c -> Character.isISOControl(c)
                            || (c >= 0x2028 && c <= 0x202e)
                            || (c >= 0x2066 && c <= 0x2069)
                            || (c >= 0xd800 && c <= 0xdfff));
        }
    }
}
