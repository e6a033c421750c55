package io.github.dynamolock.simulation;

import io.github.dynamolock.LockRequest;
import java.time.Duration;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Turns what somebody wants into what he asks the client for. */
final class Requests {

    private Requests() {}

    /** The request of a want. */
    static LockRequest.Builder of(Want want, Settings settings, Instance process) {
        LockRequest.Builder request =
                LockRequest.forKey(Simulation.key(want.key())).waitTime(Duration.ofMillis(want.waitMillis()));
        if (settings.rows().deleteOnRelease) {
            request.deleteOnRelease();
        }
        if (want.leaseMillis() > 0) {
            request.leaseDuration(Duration.ofMillis(want.leaseMillis()));
        }
        if (want.minHoldMillis() > 0) {
            request.minHold(Duration.ofMillis(want.minHoldMillis()));
        }
        if (want.maxHoldMillis() > 0) {
            request.maxHold(Duration.ofMillis(want.maxHoldMillis()));
        }
        if (want.payload() > 0) {
            request.data(SdkBytes.fromUtf8String("payload " + want.payload()));
        }
        if (want.replaceData()) {
            request.replaceData();
        }
        if (!want.heartbeat()) {
            request.withoutHeartbeat();
        }
        if (want.reentrant()) {
            request.reentrant();
        }
        if (want.attribute()) {
            request.attribute("note-" + want.slot(), AttributeValue.fromN(Long.toString(want.at())));
        }
        if (want.notice()) {
            long lease = want.leaseMillis() > 0 ? want.leaseMillis() : process.member.leaseMillis();
            request.almostExpired(Duration.ofMillis(lease / 4), process::dawdle);
        }
        return request;
    }
}
