package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import io.github.dynamolock.verification.TermLog.Span;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaders in processes of their own that are killed, stopped and cut off: never two at once, and soon another one. */
class LeaderProcessTests {

    private static final Duration LEASE = Duration.ofSeconds(4);

    /**
     * A waiter's hundredth of the lease, its poll interval, and what an overloaded machine may take beside it. To the
     * millisecond it is tested in manual time, by LeaderElectorTests; on a quiet machine the printed figures show it.
     */
    private static final Duration FOLLOWED = LEASE.plusMillis(40).plusSeconds(1).plus(Settings.ALLOWANCE);

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final String TABLE = "locks";
    private static final String KEY = "leader:tested";

    @TempDir
    Path directory;

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final List<HolderProcess> processes = new ArrayList<>();
    private LocalEndpoint endpoint;

    @BeforeEach
    void startTable() throws InterruptedException {
        endpoint = dynamo.serve(0);
        LockTables.create(dynamo.client(), LockTableSpec.of(TABLE));
    }

    @AfterEach
    void stopAll() {
        processes.forEach(HolderProcess::close);
        dynamo.close();
    }

    private HolderProcess start(Class<?> main, String name, URI through) throws IOException {
        String file = directory.resolve(name).toString();
        HolderProcess process =
                new HolderProcess(main, through.toString(), TABLE, KEY, Long.toString(LEASE.toMillis()), file);
        processes.add(process);
        return process;
    }

    /** The second one, when it campaigns. */
    private HolderProcess startCandidate() throws IOException {
        HolderProcess candidate = start(Leader.class, "b", endpoint.uri());
        Awaitility.await().atMost(LIMIT).until(() -> Files.exists(directory.resolve("b")));
        return candidate;
    }

    private static long token(String line) {
        return Long.parseLong(line.split(" ", -1)[1]);
    }

    /** All that the processes said of themselves until now; no two of them at once. */
    private List<Span> spans() throws IOException {
        List<Span> all = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            if (Files.exists(directory.resolve(name))) {
                all.addAll(TermLog.read(directory.resolve(name)));
            }
        }
        assertThat(TermLog.overlaps(all)).isEmpty();
        return all;
    }

    private List<Span> spansOf(String name) throws IOException {
        return spans().stream().filter(span -> span.process().equals(name)).toList();
    }

    private void awaitSpan(String name, long token) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> spansOf(name).stream()
                        .anyMatch(span -> span.token() == token && span.to() - span.from() > LEASE.toNanos() / 2));
    }

    private static void awaitPassed(long since, Duration time) {
        Awaitility.await().atMost(LIMIT).until(() -> System.nanoTime() - since >= time.toNanos());
    }

    /** The time from an event to the first word of the next leader. */
    private Duration gap(long since, String next, long token) throws IOException {
        Span first = spansOf(next).stream()
                .filter(span -> span.token() == token)
                .findFirst()
                .orElseThrow();
        return Duration.ofNanos(first.from() - since);
    }

    @ParameterizedTest
    @ValueSource(classes = {Leader.class, SpringLeader.class})
    void aKilledLeaderIsFollowedWithinItsLeaseAndAPoll(Class<?> main) throws Exception {
        HolderProcess first = start(main, "a", endpoint.uri());
        long before = token(first.expect("granted"));
        HolderProcess second = startCandidate();
        awaitSpan("a", before);

        long killed = System.nanoTime();
        first.kill();
        long after = token(second.expect("granted"));
        awaitSpan("b", after);

        assertThat(after).isGreaterThan(before);
        assertThat(spansOf("a"))
                .hasSize(1)
                .allSatisfy(span -> assertThat(span.to()).isLessThan(killed + LEASE.toNanos()));
        assertThat(gap(killed, "b", after)).isBetween(LEASE.dividedBy(2), FOLLOWED);
        System.out.printf(
                "%s killed: followed after %d ms (lease %d ms)%n",
                main.getSimpleName(), gap(killed, "b", after).toMillis(), LEASE.toMillis());
    }

    @ParameterizedTest
    @ValueSource(classes = {Leader.class, SpringLeader.class})
    void aLeaderThatStoodStillBeyondItsLeaseDoesNotLeadWhenItGoesOn(Class<?> main) throws Exception {
        HolderProcess first = start(main, "a", endpoint.uri());
        long before = token(first.expect("granted"));
        HolderProcess second = startCandidate();
        awaitSpan("a", before);

        long stopped = System.nanoTime();
        first.stop();
        long after = token(second.expect("granted"));
        awaitPassed(stopped, LEASE.multipliedBy(3).dividedBy(2));
        first.signal("CONT");
        assertThat(token(first.expect("revoked"))).isEqualTo(before);
        awaitSpan("b", after);
        assertThat(gap(stopped, "b", after)).isLessThan(FOLLOWED);
        System.out.printf(
                "%s stopped: followed after %d ms%n",
                main.getSimpleName(), gap(stopped, "b", after).toMillis());

        second.kill();
        long third = token(first.expect("granted"));
        awaitSpan("a", third);
        assertThat(third).isGreaterThan(after).isGreaterThan(before);
        assertThat(spans()).extracting(Span::token).containsExactly(before, third, after);
    }

    @Test
    void aLeaderThatIsCutOffStepsDownByItselfBeforeAnotherLeads() throws Exception {
        try (Cable cable = new Cable(endpoint.uri())) {
            HolderProcess first = start(Leader.class, "a", cable.uri());
            long before = token(first.expect("granted"));
            HolderProcess second = startCandidate();
            awaitSpan("a", before);

            long cut = System.nanoTime();
            cable.cut();
            assertThat(first.expect("revoked")).isEqualTo("revoked " + before + " EXPIRED");
            long after = token(second.expect("granted"));
            awaitSpan("b", after);
            assertThat(gap(cut, "b", after)).isLessThan(FOLLOWED);
            System.out.printf(
                    "cut off: followed after %d ms%n", gap(cut, "b", after).toMillis());

            cable.mend();
            second.kill();
            long third = token(first.expect("granted"));
            awaitSpan("a", third);
            assertThat(spans()).extracting(Span::token).containsExactly(before, third, after);
        }
    }
}
