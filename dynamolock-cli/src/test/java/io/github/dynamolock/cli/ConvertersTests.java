package io.github.dynamolock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.RowFormat;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** How options are read and values are shown. */
class ConvertersTests {

    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "10s, PT10S", "5m, PT5M", "2h, PT2H", "1d, PT24H", "0s, PT0S"})
    void aTimeIsANumberAndAUnit(String text, Duration expected) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1.5s", "10 s", "10S", "1m30s", "10000000000s"})
    void anythingElseIsNoTime(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new DurationConverter().convert(text))
                .withMessageContaining("such as 10s");
    }

    @ParameterizedTest
    @CsvSource({"dynamolock, DYNAMOLOCK", "aws-lock-client, AWS_LOCK_CLIENT", "distrlock, DISTRLOCK"})
    void aRowFormatIsWrittenAsInTheProperties(String text, RowFormat expected) {
        assertThat(new RowFormatConverter().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8000, true",
        "http://127.0.0.1:8000, true",
        "http://[::1]:8000, true",
        "https://localhost:8000, false",
        "http://127.0.0.1.example.org, false",
        "http://example.org, false"
    })
    void onlyPlainHttpToThisMachineNeedsNoCredentials(URI endpoint, boolean free) {
        assertThat(Connections.isPlainLoopback(endpoint)).isEqualTo(free);
    }

    @Test
    void whatIsInTheTableCanNotCommandATerminal() {
        assertThat(Texts.visible("a\u001b[31mb\nc\u202ed ü")).isEqualTo("a\\u001b[31mb\\u000ac\\u202ed ü");
    }

    @ParameterizedTest
    @CsvSource({"PT20S, 20s", "PT1M30S, 1m30s", "PT0.5S, 0.5s"})
    void aTimeIsShownShortly(Duration time, String text) {
        assertThat(Texts.duration(time)).isEqualTo(text);
    }
}
