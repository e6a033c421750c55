package io.github.dynamolock.verification.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.ReleaseResult;
import io.github.dynamolock.RowFormat;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import io.github.dynamolock.verification.interop.Other.Ask;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What holds between our client and any other on the same rows. */
abstract class AbstractInteropTests {

    static final Duration LEASE = Duration.ofSeconds(1);
    static final String THEIR_NAME = "theirs";

    private LocalDynamoDb dynamo;
    private DynamoDbClient overHttp;
    LocalEndpoint endpoint;
    LockClient ours;
    Other theirs;

    @BeforeEach
    void start() throws Exception {
        dynamo = LocalDynamoDb.create();
        endpoint = dynamo.serve(0);
        overHttp = sdkClient(endpoint.uri());
        LockTables.create(overHttp, LockTableSpec.of(table()));
        ours = builder()
                .ownerName("ours")
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(4))
                .build();
        theirs = open(LEASE, THEIR_NAME);
    }

    @AfterEach
    void stop() throws Exception {
        if (theirs != null) {
            theirs.close();
        }
        ours.close();
        overHttp.close();
        dynamo.close();
    }

    abstract RowFormat format();

    abstract Other open(Duration lease, String owner) throws Exception;

    LockTable table() {
        return LockTable.named("locks");
    }

    /** Whether a row of the other client says who holds it. */
    boolean namesOwners() {
        return true;
    }

    /** Whether a released row stays in the table. */
    boolean keepsReleasedRows() {
        return true;
    }

    LockClientBuilder builder() {
        return LockClient.builder(overHttp).table(table()).rowFormat(format());
    }

    DynamoDbClient dynamoDb() {
        return overHttp;
    }

    static DynamoDbClient sdkClient(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    static LockRequest waiting(Duration wait) {
        return LockRequest.forKey("k").waitTime(wait).build();
    }

    /** A lock of ours that ends as a dead holder's does. */
    LockHandle acquireMortal() throws InterruptedException {
        return ours.acquire(LockRequest.forKey("k").withoutHeartbeat().build());
    }

    @Test
    void whatWeHoldTheOtherIsRefused() throws Exception {
        LockHandle lock = ours.acquire("k");
        assertThat(theirs.acquire(Ask.once("k"))).isEmpty();
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void whatTheOtherHoldsWeAreRefusedAndShown() throws Exception {
        assertThat(theirs.acquire(Ask.once("k"))).isPresent();
        assertThat(ours.tryAcquire("k")).isEmpty();
        LockInfo seen = ours.find("k").orElseThrow();
        assertThat(seen.state()).isEqualTo(LockInfo.State.HELD);
        assertThat(seen.leaseDuration()).isEqualTo(LEASE);
        assertThat(seen.ownerName()).isEqualTo(namesOwners() ? THEIR_NAME : "");
        assertThat(seen.recordVersionNumber()).isNotEmpty();
        Assertions.assertThatExceptionOfType(LockNotGrantedException.class)
                .isThrownBy(() -> ours.acquire(waiting(Duration.ofMillis(100))))
                .satisfies(e ->
                        assertThat(e.holder().orElseThrow().leaseDuration()).isEqualTo(LEASE));
    }

    @Test
    void whatWeReleaseTheOtherGetsAtOnce() throws Exception {
        ours.acquire("k").release();
        assertThat(theirs.acquire(Ask.once("k"))).isPresent();
        assertThat(ours.tryAcquire("k")).isEmpty();
    }

    @Test
    void whatTheOtherReleasesWeGetAtOnce() throws Exception {
        assertThat(theirs.acquire(Ask.once("k"))).isPresent();
        assertThat(theirs.release("k")).isTrue();
        Optional<LockInfo> seen = ours.find("k");
        assertThat(seen.map(LockInfo::state))
                .isEqualTo(keepsReleasedRows() ? Optional.of(LockInfo.State.FREE) : Optional.empty());
        assertThat(ours.tryAcquire("k")).isPresent();
        assertThat(theirs.acquire(Ask.once("k"))).isEmpty();
    }

    @Test
    void theOtherTakesTheLockOfOurDeadHolderAfterItsLeaseAndNotBefore() throws Exception {
        LockHandle dead = acquireMortal();
        long start = System.nanoTime();
        assertThat(theirs.acquire(Ask.waiting("k", Duration.ofSeconds(5)))).isPresent();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(LEASE);
        assertThat(dead.isHeld()).isFalse();
        assertThat(dead.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(ours.tryAcquire("k")).isEmpty();
    }

    @Test
    void weTakeTheLockOfTheOthersDeadHolderAfterItsLeaseAndNotBefore() throws Exception {
        assertThat(theirs.acquire(Ask.mortal("k"))).isPresent();
        long start = System.nanoTime();
        LockHandle lock = ours.acquire(waiting(Duration.ofSeconds(20)));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(LEASE);
        assertThat(theirs.release("k")).isFalse();
        lock.heartbeat();
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aLockThatWeRenewTheOtherDoesNotTakeHoweverLongItWaits() throws Exception {
        LockHandle lock = ours.acquire("k");
        assertThat(theirs.acquire(Ask.waiting("k", LEASE.multipliedBy(2)))).isEmpty();
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void aLockThatTheOtherRenewsWeDoNotTakeHoweverLongWeWait() throws Exception {
        assertThat(theirs.acquire(Ask.once("k"))).isPresent();
        Assertions.assertThatExceptionOfType(LockNotGrantedException.class)
                .isThrownBy(() -> ours.acquire(waiting(LEASE.multipliedBy(3))));
        assertThat(theirs.release("k")).isTrue();
    }

    @Test
    void ourTokensGrowOverTheOthersAcquisitions() throws Exception {
        LockHandle first = ours.acquire("k");
        first.release();
        assertThat(theirs.acquire(Ask.once("k"))).isPresent();
        assertThat(theirs.release("k")).isTrue();
        LockHandle second = acquireMortal();
        assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
        assertThat(theirs.acquire(Ask.waiting("k", Duration.ofSeconds(5)))).isPresent();
        assertThat(theirs.release("k")).isTrue();
        assertThat(ours.acquire("k").fencingToken()).isGreaterThan(second.fencingToken());
    }

    @Test
    void keysOfOneTableAreIndependentWhoeverHoldsThem() throws Exception {
        ours.acquire("ours");
        assertThat(theirs.acquire(Ask.once("theirs"))).isPresent();
        assertThat(ours.tryAcquire("theirs")).isEmpty();
        assertThat(theirs.acquire(Ask.once("ours"))).isEmpty();
    }

    /**
     * Whether the other client leaves our tokens alone. Tokens only grow where rows stay and nobody writes back what was
     * seen in them earlier.
     */
    boolean leavesTokensAlone() {
        return true;
    }

    /** Prints and checks what came of a contention. */
    void judge(Sections.Summary summary, String fleet) {
        System.out.println(summary.line(fleet, Fleet.TIME));
        assertThat(summary.overlaps()).isEmpty();
        if (leavesTokensAlone()) {
            assertThat(summary.tokenFaults()).isEmpty();
        }
        assertThat(summary.oursToTheirs()).isPositive();
        assertThat(summary.theirsToOurs()).isPositive();
        assertThat(summary.takenOverByUs()).isPositive();
        assertThat(summary.takenOverByThem()).isPositive();
    }
}
