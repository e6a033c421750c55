package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class LockRowReaderTests {

    private static final TableKeys PLAIN = new TableKeys("locks", "key", ScalarAttributeType.S, null, null);
    private static final TableKeys SORTED =
            new TableKeys("orders", "pk", ScalarAttributeType.S, "sk", AttributeValue.fromS("##LOCK##"));

    private static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    private static LockRow read(RowLayout layout, Map<String, AttributeValue> item) {
        return new LockRowReader(PLAIN, layout).read(item);
    }

    private static Map<String, AttributeValue> goRow() {
        Map<String, AttributeValue> row = new HashMap<>();
        row.put("key", s("campaign:42"));
        row.put("ownerName", s("orders-1"));
        row.put("leaseDuration", s("1m30s"));
        row.put("recordVersionNumber", s("1700000000000000000:MFRGGZDFMZTWQ2LK"));
        return row;
    }

    @Test
    void readsTheRowOfTheGoClient() {
        Map<String, AttributeValue> item = goRow();
        item.put("data", AttributeValue.fromB(SdkBytes.fromUtf8String("payload")));
        item.put("tenant", s("a"));
        LockRow row = read(RowLayout.DYNAMOLOCK, item);
        assertThat(row)
                .isEqualTo(new LockRow(
                        "1700000000000000000:MFRGGZDFMZTWQ2LK",
                        Duration.ofSeconds(90),
                        "orders-1",
                        false,
                        0,
                        SdkBytes.fromUtf8String("payload"),
                        Map.of("tenant", s("a")),
                        null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "false", ""})
    void aRowIsReleasedByThePresenceOfTheMarkWhateverItSays(String mark) {
        Map<String, AttributeValue> item = goRow();
        item.put("isReleased", s(mark));
        assertThat(read(RowLayout.DYNAMOLOCK, item).released()).isTrue();
        item.put("isReleased", AttributeValue.fromBool(false));
        assertThat(read(RowLayout.DYNAMOLOCK, item).released()).isTrue();
    }

    @Test
    void readsTheRowOfTheAwsClientInWhicheverFormatIsSet() {
        Map<String, AttributeValue> item = goRow();
        item.put("leaseDuration", s("20000"));
        item.put("recordVersionNumber", s("0f8fad5b-d9cb-469f-a165-70867728950e"));
        for (RowLayout layout : List.of(RowLayout.DYNAMOLOCK, RowLayout.AWS_LOCK_CLIENT)) {
            LockRow row = read(layout, item);
            assertThat(row.lease()).isEqualTo(Duration.ofSeconds(20));
            assertThat(row.version()).isEqualTo("0f8fad5b-d9cb-469f-a165-70867728950e");
            assertThat(row.corruption()).isNull();
        }
    }

    @Test
    void readsTheRowOfDistrlock() {
        LockRow row = read(
                RowLayout.DISTRLOCK,
                Map.of(
                        "key", s("a"),
                        "lockId", s("hold:0000000003"),
                        "timeout", AttributeValue.fromN("1000000000"),
                        "isReleased", s("1")));
        assertThat(row.version()).isEqualTo("hold:0000000003");
        assertThat(row.lease()).isEqualTo(Duration.ofSeconds(1));
        assertThat(row.ownerName()).isEmpty();
        assertThat(row.released()).isFalse();
        assertThat(row.corruption()).isNull();
    }

    @Test
    void anItemWithoutAVersionIsNoLockRow() {
        assertThat(read(RowLayout.DYNAMOLOCK, Map.of("key", s("a"), "total", AttributeValue.fromN("5")))
                        .version())
                .isNull();
        Map<String, AttributeValue> item = goRow();
        item.put("recordVersionNumber", AttributeValue.fromN("5"));
        assertThat(read(RowLayout.DYNAMOLOCK, item).version()).isNull();
        assertThat(read(RowLayout.DISTRLOCK, goRow()).version()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"banana", "", "0s", "-5s", "99999999999h"})
    void aRowWithALeaseThatIsNoneIsCorrupt(String lease) {
        Map<String, AttributeValue> item = goRow();
        item.put("leaseDuration", s(lease));
        LockRow row = read(RowLayout.DYNAMOLOCK, item);
        assertThat(row.corruption()).contains("leaseDuration").contains(lease);
        assertThat(row.lease()).isZero();
        assertThat(row.version()).isNotNull();
    }

    @Test
    void aRowWithoutALeaseIsCorrupt() {
        Map<String, AttributeValue> item = goRow();
        item.remove("leaseDuration");
        assertThat(read(RowLayout.DYNAMOLOCK, item).corruption()).isEqualTo("leaseDuration is null");
    }

    @Test
    void readsATokenInAnyWayOfWritingANumber() {
        Map<String, AttributeValue> item = goRow();
        item.put("fencingToken", AttributeValue.fromN("1.7E12"));
        assertThat(read(RowLayout.DYNAMOLOCK, item).fencingToken()).isEqualTo(1_700_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "9223372036854775808", "1E+30", "1E+125"})
    void aTokenThatIsNoWholeNumberMakesTheRowCorrupt(String token) {
        Map<String, AttributeValue> item = goRow();
        item.put("fencingToken", AttributeValue.fromN(token));
        assertThat(read(RowLayout.DYNAMOLOCK, item).corruption())
                .contains("fencingToken")
                .contains(token);
    }

    @Test
    void aTokenOfAnotherTypeMakesTheRowCorrupt() {
        Map<String, AttributeValue> item = goRow();
        item.put("fencingToken", s("7"));
        assertThat(read(RowLayout.DYNAMOLOCK, item).corruption()).contains("fencingToken");
    }

    @Test
    void attributesOfOtherTypesThanExpectedAreReadAsAbsent() {
        Map<String, AttributeValue> item = goRow();
        item.put("ownerName", AttributeValue.fromN("5"));
        item.put("data", s("text"));
        LockRow row = read(RowLayout.DYNAMOLOCK, item);
        assertThat(row.ownerName()).isEmpty();
        assertThat(row.data()).isNull();
        assertThat(row.attributes()).isEmpty();
    }

    @Test
    void anEmptyPayloadIsAPayload() {
        Map<String, AttributeValue> item = goRow();
        item.put("data", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0])));
        assertThat(read(RowLayout.DYNAMOLOCK, item).data()).isEqualTo(SdkBytes.fromByteArray(new byte[0]));
    }

    @Test
    void neitherKeyNorLockAttributesShowAmongTheUsers() {
        Map<String, AttributeValue> item = goRow();
        item.remove("key");
        item.put("pk", s("order:1"));
        item.put("sk", s("##LOCK##"));
        item.put("isReleased", s("1"));
        item.put("fencingToken", AttributeValue.fromN("7"));
        item.put("expiresAt", AttributeValue.fromN("1800000000"));
        item.put("key", s("a user's own attribute here"));
        item.put("IsReleased", s("another name"));
        LockRow row = new LockRowReader(SORTED, RowLayout.DYNAMOLOCK).read(item);
        assertThat(row.attributes()).containsOnlyKeys("key", "IsReleased");
    }

    @Test
    void aRowIsHeldByItsOwnHoldUntilItIsReleased() {
        Map<String, AttributeValue> item = goRow();
        item.put("recordVersionNumber", s(RecordVersion.of("hold", 3)));
        LockRow held = read(RowLayout.DYNAMOLOCK, item);
        assertThat(held.isHeldBy("hold")).isTrue();
        assertThat(held.isHeldBy("other")).isFalse();
        item.put("isReleased", s("1"));
        LockRow released = read(RowLayout.DYNAMOLOCK, item);
        assertThat(released.isHeldBy("hold")).isFalse();
        assertThat(released.isOf("hold")).isTrue();
    }
}
