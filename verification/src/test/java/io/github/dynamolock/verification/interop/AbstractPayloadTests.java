package io.github.dynamolock.verification.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.ReleaseRequest;
import io.github.dynamolock.verification.interop.Other.Ask;
import io.github.dynamolock.verification.interop.Other.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What holds besides where the other client keeps data and attributes. */
abstract class AbstractPayloadTests extends AbstractInteropTests {

    private static final AttributeValue PAYMENTS = AttributeValue.fromS("payments");

    @Test
    void ourDataAndAttributesAreShownByTheOtherAndOutliveItsHold() throws Exception {
        LockRequest request = LockRequest.forKey("k")
                .data(SdkBytes.fromUtf8String("position 7"))
                .attribute("team", PAYMENTS)
                .build();
        LockHandle lock = ours.acquire(request);
        Grant looked = theirs.look("k").orElseThrow();
        assertThat(looked.data()).isEqualTo("position 7");
        assertThat(looked.attributes()).containsEntry("team", "payments");
        lock.release(ReleaseRequest.plain().withData(SdkBytes.fromUtf8String("position 8")));

        Grant granted = theirs.acquire(Ask.once("k").with("region", "north")).orElseThrow();
        assertThat(granted.data()).isEqualTo("position 8");
        assertThat(theirs.release("k")).isTrue();

        LockHandle again = ours.acquire("k");
        assertThat(again.data()).contains(SdkBytes.fromUtf8String("position 8"));
        assertThat(again.attributes())
                .containsEntry("team", PAYMENTS)
                .containsEntry("region", AttributeValue.fromS("north"));
    }

    @Test
    void theOthersDataAndAttributesAreShownByUsAndOutliveOurHold() throws Exception {
        assertThat(theirs.acquire(Ask.once("k").withData("position 7").with("team", "payments")))
                .isPresent();
        LockInfo seen = ours.find("k").orElseThrow();
        assertThat(seen.data()).isEqualTo(SdkBytes.fromUtf8String("position 7"));
        assertThat(seen.attributes()).containsEntry("team", PAYMENTS);
        assertThat(theirs.release("k")).isTrue();

        LockHandle lock = ours.acquire("k");
        assertThat(lock.data()).contains(SdkBytes.fromUtf8String("position 7"));
        assertThat(lock.attributes()).containsEntry("team", PAYMENTS);
        lock.release();

        assertThat(theirs.acquire(Ask.once("k")).orElseThrow().data()).isEqualTo("position 7");
        assertThat(theirs.look("k").orElseThrow().attributes()).containsEntry("team", "payments");
    }

    @Test
    void dataAndAttributesOutliveATakeoverOnEitherSide() throws Exception {
        assertThat(theirs.acquire(Ask.mortal("k").withData("position 7").with("team", "payments")))
                .isPresent();
        LockHandle taken = ours.acquire(LockRequest.forKey("k")
                .waitTime(Duration.ofSeconds(20))
                .withoutHeartbeat()
                .build());
        assertThat(taken.data()).contains(SdkBytes.fromUtf8String("position 7"));
        assertThat(taken.attributes()).containsEntry("team", PAYMENTS);

        Grant back = theirs.acquire(Ask.waiting("k", Duration.ofSeconds(5))).orElseThrow();
        assertThat(back.data()).isEqualTo("position 7");
        assertThat(ours.find("k").orElseThrow().attributes()).containsEntry("team", PAYMENTS);
    }

    @Test
    void theTokenStandsStillWhileTheOtherAcquires() throws Exception {
        LockHandle lock = ours.acquire("k");
        lock.release();
        assertThat(theirs.acquire(Ask.once("k"))).isPresent();
        assertThat(ours.find("k").orElseThrow().fencingToken()).isEqualTo(lock.fencingToken());
    }
}
