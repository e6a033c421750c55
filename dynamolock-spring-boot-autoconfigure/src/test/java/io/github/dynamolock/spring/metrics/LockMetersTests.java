package io.github.dynamolock.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClientClosedException;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.TableRequest;
import io.github.dynamolock.WaitingLock;
import io.github.dynamolock.spring.FakeLockClient;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the meters tell of each event. */
class LockMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LockMeters meters = new LockMeters(registry);
    private final HeldLock lock = FakeLockClient.heldLock("campaign:42", "Jobs.launch", Duration.ofSeconds(17));
    private final LockRequest request =
            LockRequest.forKey("campaign:42").name("Jobs.launch").build();

    @Test
    void acquisitionsAreTimedByNameAndOutcome() {
        meters.granted(lock, Duration.ofMillis(30));
        meters.notGranted(request, new LockNotGrantedException("", "", Duration.ZERO, null), Duration.ofSeconds(10));
        meters.notGranted(request, new LockTableException("", null), Duration.ofSeconds(1));
        meters.notGranted(request, new LockClientClosedException(""), Duration.ofSeconds(1));
        meters.notGranted(request, new InterruptedException(), Duration.ofSeconds(1));
        assertThat(acquired("granted")).isEqualTo(30);
        assertThat(acquired("unavailable")).isEqualTo(10_000);
        assertThat(acquired("failed")).isEqualTo(1000);
        assertThat(acquired("closed")).isEqualTo(1000);
        assertThat(acquired("interrupted")).isEqualTo(1000);
    }

    @Test
    void holdsAndLossesAreCounted() {
        meters.released(lock);
        meters.lost(lock, new LockLoss(LockLoss.Reason.TAKEN_OVER, null));
        assertThat(registry.get("dynamolock.hold")
                        .tags("lock", "Jobs.launch", "outcome", "released")
                        .timer()
                        .totalTime(TimeUnit.SECONDS))
                .isEqualTo(3);
        assertThat(registry.get("dynamolock.hold")
                        .tags("outcome", "lost")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("dynamolock.lost")
                        .tags("lock", "Jobs.launch", "reason", "taken_over")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void renewalsAreTimedAndTheirFailuresCounted() {
        meters.renewed(lock, Duration.ofMillis(5));
        meters.renewalFailed(lock, new IllegalStateException());
        assertThat(registry.get("dynamolock.renewal")
                        .tags("lock", "Jobs.launch")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(5);
        assertThat(registry.get("dynamolock.renewal.failures").counter().count())
                .isEqualTo(1);
    }

    @Test
    void requestsAreCountedByNameOperationAndOutcome() {
        meters.requested(new TableRequest("Jobs.launch", "UpdateItem", TableRequest.Outcome.REFUSED));
        meters.requested(new TableRequest("Jobs.launch", "UpdateItem", TableRequest.Outcome.REFUSED));
        meters.requested(new TableRequest(null, "GetItem", TableRequest.Outcome.SUCCEEDED));
        assertThat(registry.get("dynamolock.requests")
                        .tags("lock", "Jobs.launch", "operation", "UpdateItem", "outcome", "refused")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("dynamolock.requests")
                        .tags("lock", "none", "operation", "GetItem", "outcome", "succeeded")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void countersOfTroubleAreThereBeforeTheFirstTrouble() {
        meters.granted(lock, Duration.ZERO);
        assertThat(registry.get("dynamolock.lost").tag("lock", "Jobs.launch").counters())
                .hasSize(LockLoss.Reason.values().length)
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
        assertThat(registry.get("dynamolock.renewal.failures").counter().count())
                .isZero();
    }

    @Test
    void whatIsHeldAndWhatWaitsIsAskedOfTheClients() {
        FakeLockClient client = new FakeLockClient();
        meters.observe(List.of(client));
        meters.granted(lock, Duration.ZERO);
        assertThat(gauge("dynamolock.held")).isZero();
        client.held.add(lock);
        client.held.add(FakeLockClient.heldLock("other", "Jobs.other", Duration.ofSeconds(1)));
        client.waiting.add(new WaitingLock("campaign:42", "Jobs.launch", Instant.EPOCH, Duration.ZERO, "t"));
        assertThat(gauge("dynamolock.held")).isEqualTo(1);
        assertThat(gauge("dynamolock.waiting")).isEqualTo(1);
    }

    @Test
    void noTagIsEverTheKey() {
        meters.granted(lock, Duration.ZERO);
        meters.notGranted(LockRequest.forKey("campaign:42").build(), new InterruptedException(), Duration.ZERO);
        meters.lost(lock, new LockLoss(LockLoss.Reason.EXPIRED, null));
        assertThat(registry.getMeters())
                .flatExtracting(meter -> meter.getId().getTags())
                .extracting(tag -> tag.getValue())
                .doesNotContain("campaign:42")
                .contains("none");
        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .allSatisfy(id -> assertThat(id.getDescription()).isNotBlank());
    }

    private double acquired(String outcome) {
        return registry.get("dynamolock.acquire")
                .tags("lock", "Jobs.launch", "outcome", outcome)
                .timer()
                .totalTime(TimeUnit.MILLISECONDS);
    }

    private double gauge(String name) {
        return registry.get(name).tag("lock", "Jobs.launch").gauge().value();
    }
}
