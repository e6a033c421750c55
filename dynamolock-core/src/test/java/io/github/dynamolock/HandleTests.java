package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a handle answers, whatever became of its lock, and what only a handle can do; in manual time. */
class HandleTests {

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockHandle take(LockClient client) {
        return ManualLocks.take(client, LockRequest.forKey("k").build());
    }

    @Test
    void aReleasedHandleStillAnswersAndMakesNoCall() {
        LockHandle lock = ManualLocks.take(
                manual.newClient(),
                LockRequest.forKey("k")
                        .data(AbstractLockClientTests.bytes("x"))
                        .attribute("a", AttributeValue.fromN("1"))
                        .build());
        lock.release();
        Map<String, AttributeValue> row = manual.row();
        manual.dynamo.calls().reset();
        assertThat(lock.key()).isEqualTo("k");
        assertThat(lock.ownerName()).isNotBlank();
        assertThat(lock.data()).contains(AbstractLockClientTests.bytes("x"));
        assertThat(lock.attributes()).containsKey("a");
        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.isAlmostExpired()).isTrue();
        assertThat(lock.remainingLease()).isZero();
        assertThat(lock.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(lock.release(ReleaseRequest.plain().withDelete(true))).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        lock.close();
        assertThatExceptionOfType(LockException.class).isThrownBy(lock::heartbeat);
        assertThatExceptionOfType(LockException.class).isThrownBy(() -> lock.extend(Duration.ofMinutes(1)));
        assertThat(manual.dynamo.calls().total()).isZero();
        assertThat(manual.row()).isEqualTo(row);
    }

    @Test
    void attributesAreACopyThatChangesNothing() {
        LockHandle lock = take(manual.newClient());
        lock.attributes().put("a", AttributeValue.fromN("1"));
        assertThat(lock.attributes()).isEmpty();
    }

    @Test
    void lookingAtAnOwnLockDoesNotDisturbIt() throws InterruptedException {
        LockClient client = manual.newClient();
        LockHandle lock = take(client);
        for (int i = 0; i < 3; i++) {
            assertThat(client.find("k").orElseThrow().state()).isEqualTo(LockInfo.State.HELD_BY_THIS_CLIENT);
            lock.heartbeat();
        }
        manual.pass(Duration.ofMinutes(5));
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void aFailureToReleaseDoesNotMaskTheBodysException() {
        LockClient client = manual.newClient();
        IllegalStateException own = new IllegalStateException("the body's own");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> {
                    try (LockHandle lock = take(client)) {
                        manual.dynamo.faults().onAny().throttle();
                        assertThat(lock.isHeld()).isTrue();
                        throw own;
                    }
                })
                .isSameAs(own);
    }

    @Test
    void whatALookReturnsCanNeitherRenewNorRelease() {
        assertThat(Arrays.stream(LockInfo.class.getMethods()).map(Method::getName))
                .doesNotContain("heartbeat", "extend", "release", "close");
    }

    /** So there is no null, empty or foreign handle to give back by mistake. */
    @Test
    void onlyAHandleItselfRenewsAndReleases() {
        Stream<Class<?>> parameters = Arrays.stream(LockClient.class.getMethods())
                .map(Method::getParameterTypes)
                .flatMap(Arrays::stream);
        assertThat(parameters).doesNotContain(LockHandle.class);
        assertThat(List.of(LockHandle.class.getMethods()))
                .extracting(Method::getName)
                .contains("heartbeat", "extend", "release", "close");
    }
}
