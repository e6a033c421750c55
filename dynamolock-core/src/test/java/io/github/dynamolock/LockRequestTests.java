package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LockRequestTests {

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\uD800"})
    void aBadKeyIsRefusedWhenTheRequestIsBegun(String key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.forKey(key))
                .withMessageContaining("lock key");
    }

    @ParameterizedTest
    @NullSource
    void aNullValueIsRefused(AttributeValue key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.forKey(key))
                .withMessageContaining("must not be null");
    }

    @Test
    void aKeyOfAnyTypeHasItsText() {
        assertThat(LockRequest.forKey("campaign:42").build().key()).isEqualTo("campaign:42");
        assertThat(LockRequest.forKey(AttributeValue.fromN("042.0")).build().key())
                .isEqualTo("42");
        assertThat(LockRequest.forKey(AttributeValue.fromB(SdkBytes.fromUtf8String("abc")))
                        .build()
                        .key())
                .isEqualTo("YWJj");
    }

    @Test
    void equalKeysAreOneAndOthersAreNot() {
        assertThat(LockKey.of("a")).isEqualTo(LockKey.of(AttributeValue.fromS("a")));
        assertThat(LockKey.of(AttributeValue.fromN("1.0"))).isEqualTo(LockKey.of(AttributeValue.fromN("1")));
        assertThat(LockKey.of("1")).isNotEqualTo(LockKey.of(AttributeValue.fromN("1")));
        assertThat(LockKey.of("\u00e9")).isNotEqualTo(LockKey.of("e\u0301"));
    }

    @Test
    void aKeyInAMessageIsQuotedAndEscaped() {
        assertThat(LockKey.of("x\nWARN")).hasToString("'x\\u000aWARN'");
    }

    @Test
    void nothingIsSetUnlessSaid() {
        LockRequest request = LockRequest.forKey("k").build();
        assertThat(request.waitTime()).isEmpty();
        assertThat(request.leaseDuration()).isEmpty();
        assertThat(request.pollInterval()).isEmpty();
        assertThat(request.minHold()).isEmpty();
        assertThat(request.maxHold()).isEmpty();
        assertThat(request.data()).isEmpty();
        assertThat(request.name()).isEmpty();
        assertThat(request.attributes()).isEmpty();
        assertThat(request.almostExpired()).isEmpty();
        assertThat(request.replaceData()).isFalse();
        assertThat(request.deleteOnRelease()).isFalse();
        assertThat(request.reentrant()).isFalse();
        assertThat(request.heartbeat()).isTrue();
    }

    @Test
    void aRequestDoesNotChangeOnceBuilt() {
        Map<String, AttributeValue> attributes = new HashMap<>(Map.of("a", AttributeValue.fromS("1")));
        LockRequest.Builder builder = LockRequest.forKey("k").attributes(attributes);
        LockRequest request = builder.build();
        attributes.put("b", AttributeValue.fromS("2"));
        builder.attribute("c", AttributeValue.fromS("3")).waitTime(Duration.ZERO);
        assertThat(request.attributes()).containsOnlyKeys("a");
        assertThat(request.waitTime()).isEmpty();
        assertThatThrownBy(() -> request.attributes().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aHeartbeatEitherReplacesDataOrDeletesIt() {
        SdkBytes data = SdkBytes.fromUtf8String("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HeartbeatRequest(data, true, 0))
                .withMessageContaining("not both");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeartbeatRequest.plain().withRetries(-1))
                .withMessageContaining("retries");
        assertThat(HeartbeatRequest.plain().withData(data).withRetries(2).withoutData())
                .isEqualTo(new HeartbeatRequest(null, true, 2));
    }
}
