package io.github.dynamolock.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.WaitingLock;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.leader.LeaderElectors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoLocksEndpointTests {

    private final FakeLockClient first = new FakeLockClient();
    private final FakeLockClient second = new FakeLockClient();
    private final DynamoLocksEndpoint endpoint = new DynamoLocksEndpoint(Map.of("first", first, "second", second));

    @Test
    void everyClientIsShown() {
        first.held.add(FakeLockClient.heldLock("a", "name", Duration.ofSeconds(17)));
        LocksDescriptor locks = endpoint.locks();
        assertThat(locks.clients()).containsOnlyKeys("first", "second");
        assertThat(locks.clients().get("first"))
                .isEqualTo(new LocksDescriptor.Client(
                        "owner-1",
                        "locks",
                        java.util.List.of(new LocksDescriptor.Held(
                                "a",
                                "name",
                                41,
                                "2026-11-29T10:15:30Z",
                                "PT3S",
                                "PT17S",
                                "2026-11-29T10:15:32Z",
                                1,
                                "worker-1")),
                        java.util.List.of()));
    }

    @Test
    void aRowIsShownOfEachClientThatHasIt() throws InterruptedException {
        second.rows.put("a/b", row("a/b"));
        LockRowsDescriptor rows = endpoint.row(new String[] {"a", "b"});
        assertThat(rows).isNotNull();
        assertThat(rows.clients()).containsOnlyKeys("second").hasEntrySatisfying("second", row -> {
            assertThat(row.state()).isEqualTo("HELD");
            assertThat(row.dataBytes()).isEqualTo(3);
            assertThat(row.attributes()).containsExactly("tenant");
            assertThat(row.toString()).doesNotContain("acme");
        });
    }

    @Test
    void keysAreMaskedWhereTheyMayNotBeSeen() {
        first.held.add(FakeLockClient.heldLock("secret", "name", Duration.ofSeconds(17)));
        first.waiting.add(new WaitingLock("secret", null, Instant.EPOCH, Duration.ofHours(1), "t"));
        assertThat(shown(Show.NEVER).locks().toString())
                .doesNotContain("secret")
                .contains("key=******");
        assertThat(shown(Show.WHEN_AUTHORIZED).locks().toString()).contains("secret");
        assertThat(shown(Show.WHEN_AUTHORIZED).locks(SecurityContext.NONE).toString())
                .doesNotContain("secret");
        assertThat(shown(Show.ALWAYS).locks(SecurityContext.NONE).toString()).contains("secret");
    }

    @Test
    void theApplicationsFunctionsAreAskedAboutKeys() {
        first.held.add(FakeLockClient.heldLock("tenant:acme", "name", Duration.ofSeconds(17)));
        SanitizingFunction tenants = SanitizingFunction.sanitizeValue().ifValueStringMatches("tenant:.*");
        assertThat(shown(Show.ALWAYS, tenants).locks().toString()).doesNotContain("acme");
        SanitizingFunction credentials = SanitizingFunction.sanitizeValue().ifLikelySensitive();
        assertThat(shown(Show.ALWAYS, credentials).locks().toString()).contains("acme");
    }

    private DynamoLocksEndpoint shown(Show show, SanitizingFunction... functions) {
        return new DynamoLocksEndpoint(
                Map.of("first", first),
                new LeaderElectors(Map.of()),
                new ShownKeys(new Sanitizer(List.of(functions)), show, Set.of()));
    }

    @Test
    void aLockIsFreedAndATableThatDoesNotAnswerIsNotTakenForAMissingRow() throws InterruptedException {
        first.rows.put("a", row("a"));
        assertThat(endpoint.forceRelease(new String[] {"a"}, null).outcome())
                .isEqualTo(ForcedReleaseDescriptor.Outcome.FREED);
        assertThat(endpoint.forceRelease(new String[] {"a"}, null).outcome())
                .isEqualTo(ForcedReleaseDescriptor.Outcome.NOT_FOUND);
        second.failure = new LockTableException("table 'locks' could not be reached", null);
        assertThat(endpoint.forceRelease(new String[] {"a"}, null)).satisfies(answer -> {
            assertThat(answer.outcome()).isEqualTo(ForcedReleaseDescriptor.Outcome.FAILED);
            assertThat(answer.message()).contains("second").contains("could not be reached");
        });
    }

    @Test
    void aKeyWithoutARowHasNone() throws InterruptedException {
        assertThat(endpoint.row(new String[] {"a"})).isNull();
    }

    @Test
    void aRowThatCanNotBeReadSaysWhy() throws InterruptedException {
        first.failure = new LockTableException("the row at 'a' is no lock row", null);
        LockRowsDescriptor rows = endpoint.row(new String[] {"a"});
        assertThat(rows).isNotNull();
        assertThat(rows.clients().get("first"))
                .extracting(LockRowsDescriptor.Row::error)
                .isEqualTo("the row at 'a' is no lock row");
    }

    private static LockInfo row(String key) {
        return new LockInfo(
                key,
                "owner-2",
                Duration.ofSeconds(20),
                "hold:0000000001",
                false,
                42,
                SdkBytes.fromUtf8String("abc"),
                Map.of("tenant", AttributeValue.fromS("acme")),
                LockInfo.State.HELD);
    }
}
