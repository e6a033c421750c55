package io.github.dynamolock.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.HeldLock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever characters are in a key, a name or the name of a thread: the JSON is one line, and the key is as it was. */
class EveryCharacterTests {

    private final JsonMapper json = new JsonMapper();

    @Test
    void theJsonOfALockIsOneLineAndItsKeyIsAsItWas() {
        for (int first = 0; first < 0x10000; first += 16) {
            StringBuilder any = new StringBuilder("<");
            StringBuilder valid = new StringBuilder("<");
            for (char character = (char) first; character - first < 16; character++) {
                any.append(character).append('.');
                valid.append(Character.isSurrogate(character) ? '.' : character);
                if (character == 0xFFFF) {
                    break;
                }
            }
            HeldLock lock = new HeldLock(
                    valid.toString(),
                    any.toString(),
                    any.toString(),
                    1,
                    Instant.EPOCH,
                    Duration.ZERO,
                    Duration.ZERO,
                    Instant.EPOCH,
                    0,
                    any.toString());
            String text = json.writeValueAsString(LocksDescriptor.Held.of(lock, key -> key));
            assertThat(text.chars()).as(text).noneMatch(c -> c < 32 || Character.isSurrogate((char) c.intValue()));
            JsonNode read = json.readTree(text);
            assertThat(read.get("key").asString()).isEqualTo(lock.key());
            assertThat(read.get("thread").asString().codePoints()).noneMatch(Character::isISOControl);
        }
    }
}
