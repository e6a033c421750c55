package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordingDynamoDb;
import io.github.dynamolock.table.TableKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Whatever characters come from outside: each line of the log is one line, and each message is safe to show. */
class EveryCharacterTests {

    private static final int IN_ONE_TEXT = 16;
    private static final Instant NOW = Instant.EPOCH;

    /** Every character of the first plane and the tags of the fifteenth, halves of surrogate pairs among them. */
    private static Stream<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int first = 0; first < 0xE0080; first += first == 0xFFF0 ? 0xD0010 : IN_ONE_TEXT) {
            StringBuilder text = new StringBuilder("<");
            for (int character = first; character < first + IN_ONE_TEXT; character++) {
                text.appendCodePoint(character).append('.');
            }
            texts.add(text.append('>').toString());
        }
        return texts.stream();
    }

    private static void assertSafe(String shown) {
        assertThat(shown.codePoints()).as(shown).isNotEmpty().noneMatch(c -> switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        });
    }

    private static void assertSafe(Throwable problem) {
        assertSafe(String.valueOf(problem.getMessage()));
    }

    private static LockInfo row(String key, String owner) {
        return new LockInfo(key, owner, Duration.ofSeconds(20), owner, false, 7, null, Map.of(), LockInfo.State.HELD);
    }

    private static AwsServiceException refusal(String code, String message) {
        return DynamoDbException.builder()
                .message(message)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(message)
                        .build())
                .build();
    }

    @Test
    void theyAreAllThere() {
        assertThat(texts().mapToInt(text -> (int) text.codePoints().count()).sum())
                .isGreaterThan(0x10000);
    }

    @Test
    void everyLineOfTheLogIsOne() {
        try (CapturedLog log = new CapturedLog()) {
            texts().forEach(text -> {
                EventLog events = new EventLog(text);
                HeldLock held = new HeldLock(text, text, text, 1, NOW, Duration.ZERO, Duration.ZERO, NOW, 0, text);
                events.granted(held, Duration.ZERO);
                events.renewed(held, Duration.ZERO);
                events.renewalFailed(held, refusal("ValidationException", text));
                events.lost(held, new LockLoss(LockLoss.Reason.TAKEN_OVER, row(text, text)));
                events.released(held);
                LockRequest request = LockRequest.forKey("k").name("n" + text).build();
                events.contended(request, row(text, text));
                events.notGranted(request, new IllegalStateException(text), Duration.ZERO);
            });
            for (Level level : List.of(Level.DEBUG, Level.INFO, Level.WARN)) {
                assertThat(log.lines(level)).hasSizeGreaterThan(4000).allSatisfy(EveryCharacterTests::assertSafe);
            }
        }
    }

    @Test
    void everyErrorOfALockIsSafe() {
        texts().filter(text -> text.chars().noneMatch(c -> Character.isSurrogate((char) c)))
                .map(LockKey::of)
                .forEach(key -> {
                    String text = key.text();
                    LockInfo row = row(text, text);
                    assertSafe(key.toString());
                    assertSafe(Errors.notGranted(key, Duration.ZERO, row));
                    assertSafe(Errors.lost(key, new LockLoss(LockLoss.Reason.TAKEN_OVER, row)));
                    assertSafe(RowProblems.foreign(key));
                    assertSafe(RowProblems.corrupt(
                            key,
                            new LockRow(text, Duration.ZERO, text, false, 0, null, Map.of(), text + " is " + text)));
                });
    }

    @Test
    void whatATableAnswersIsSafeToShow() {
        LockKey key = LockKey.of("k");
        texts().forEach(text -> {
            LockTable table = LockTable.named("t" + text);
            for (String code : List.of("ValidationException", "AccessDeniedException", "Unheard" + text)) {
                assertSafe(Errors.describe(table, key, refusal(code, text)));
            }
            assertSafe(Errors.describe(table, key, new IllegalStateException(text)));
            assertSafe(Errors.describe(table, key, refusal("ResourceNotFoundException", text)));
        });
    }

    @Test
    void everyRefusalOfAKeyANameOrAnOwnerIsSafe() {
        LockClientBuilder builder = LockClient.builder(new RecordingDynamoDb());
        texts().forEach(text -> {
            assertThatThrownBy(() -> LockKey.of(AttributeValue.fromN(text)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(EveryCharacterTests::assertSafe);
            assertThatThrownBy(() -> new TableKeys(text, text.repeat(100), ScalarAttributeType.S, null, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(EveryCharacterTests::assertSafe);
            assertThatThrownBy(() -> ClientSettings.of(builder.table("locks").ownerName(text.repeat(200))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(EveryCharacterTests::assertSafe);
        });
    }
}
