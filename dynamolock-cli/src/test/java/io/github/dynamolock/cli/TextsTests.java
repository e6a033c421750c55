package io.github.dynamolock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockInfo;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class TextsTests {

    @Test
    void whateverCharactersARowHasItsLinesAreAsManyAndSafe() {
        for (int first = 0; first < 0x10000; first += 16) {
            StringBuilder text = new StringBuilder("<");
            for (int character = first; character < first + 16; character++) {
                text.append((char) character).append('.');
            }
            List<String> lines = shown(text.append('>').toString());
            assertThat(lines).as("from %x", first).hasSize(8);
            assertThat(String.join("", lines).codePoints())
                    .as("from %x", first)
                    .noneMatch(c -> switch (Character.getType(c)) {
                        case Character.CONTROL,
                                Character.FORMAT,
                                Character.SURROGATE,
                                Character.LINE_SEPARATOR,
                                Character.PARAGRAPH_SEPARATOR -> true;
                        default -> false;
                    });
        }
    }

    private static List<String> shown(String text) {
        StringWriter out = new StringWriter();
        LockInfo row = new LockInfo(
                text,
                text,
                Duration.ofSeconds(20),
                text,
                false,
                7,
                null,
                Map.of(text, AttributeValue.fromS("x")),
                LockInfo.State.HELD);
        Rows.print(row, new PrintWriter(out, true));
        return out.toString().lines().toList();
    }
}
