package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What every lock client does, whatever DynamoDB is behind it. Each back end runs these same tests. */
abstract class AbstractLockClientTests {

    private static final AtomicInteger TABLES = new AtomicInteger();

    /** A lease that no test waits for: whoever gets the lock before it ends got it for another reason. */
    static final Duration LONG_LEASE = Duration.ofMinutes(1);

    /** A lease that tests do wait for. */
    static final Duration SHORT_LEASE = Duration.ofMillis(1500);

    final String table = "locks-" + ProcessHandle.current().pid() + "-" + TABLES.incrementAndGet();
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** A further client of the one DynamoDB under test. */
    abstract DynamoDbClient newDynamoDb();

    /** The names of the table's keys. */
    LockTable lockTable() {
        return LockTable.named(table);
    }

    /** How the rows are written. */
    RowFormat rowFormat() {
        return RowFormat.DYNAMOLOCK;
    }

    /** {@link #LONG_LEASE} as it stands in a row. */
    AttributeValue longLease() {
        return AttributeValue.fromS("1m0s");
    }

    /** Whether a released row stays, with its data, attributes and token. */
    final boolean rowsStay() {
        return rowFormat().layout().released() != null;
    }

    @BeforeEach
    void createTable() throws InterruptedException {
        assertThat(LockTables.create(newDynamoDb(), LockTableSpec.of(lockTable())))
                .isEqualTo(LockTables.Creation.CREATED);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        newDynamoDb().deleteTable(delete -> delete.tableName(table));
        closeBackEnd();
    }

    /** Ends what the test opened for itself; after everything else, for all else needs it. */
    void closeBackEnd() {}

    LockClientBuilder builder(DynamoDbClient dynamoDb) {
        return LockClient.builder(dynamoDb)
                .table(lockTable())
                .rowFormat(rowFormat())
                .leaseDuration(LONG_LEASE);
    }

    LockClient open(LockClientBuilder settings) {
        LockClient client = settings.build();
        opened.add(client);
        return client;
    }

    LockClient newClient() {
        return open(builder(newDynamoDb()));
    }

    /** A client that does not renew, so that its locks end as a dead process's do. */
    LockClient mortalClient() {
        return open(builder(newDynamoDb()).leaseDuration(SHORT_LEASE).heartbeatPeriod(Duration.ZERO));
    }

    static SdkBytes bytes(String text) {
        return SdkBytes.fromUtf8String(text);
    }

    static LockRequest waiting(Duration wait) {
        return LockRequest.forKey("k").waitTime(wait).build();
    }

    /** Puts a row into the table as another client may have left it. */
    Map<String, AttributeValue> put(Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new TreeMap<>(lockTable().keys().primaryKey(AttributeValue.fromS("k")));
        item.putAll(attributes);
        newDynamoDb().putItem(put -> put.tableName(table).item(item));
        return item;
    }

    static void assertFree(LockClient locks, String key) throws InterruptedException {
        assertThat(locks.find(key).map(LockInfo::state).orElse(LockInfo.State.FREE))
                .isEqualTo(LockInfo.State.FREE);
    }

    // Acquiring and releasing

    @Test
    void aFreeLockIsGrantedAndReleased() throws InterruptedException {
        LockClient locks = newClient();
        LockHandle lock = locks.acquire("k");
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.key()).isEqualTo("k");
        assertThat(lock.ownerName()).isEqualTo(locks.ownerName());
        assertThat(locks.find("k").orElseThrow().recordVersionNumber()).startsWith(lock.lockId() + ":");
        assertThat(lock.remainingLease()).isPositive().isLessThanOrEqualTo(LONG_LEASE);

        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.remainingLease()).isZero();
    }

    @Test
    void anUncontendedCycleIsTwoCallsAndThreeWhereTheRowIsDeleted() throws InterruptedException {
        CallCounter counter = new CallCounter(newDynamoDb());
        LockClient locks = open(builder(counter.client()));
        for (int cycle = 0; cycle < 3; cycle++) {
            counter.reset();
            locks.acquire("k").close();
            Map<String, Integer> deleting = Map.of("updateItem", 2, "deleteItem", 1);
            assertThat(counter.counts()).isEqualTo(rowsStay() ? Map.of("updateItem", 2) : deleting);
            counter.reset();
            locks.acquire(LockRequest.forKey("deleted").deleteOnRelease().build())
                    .close();
            assertThat(counter.counts()).isEqualTo(deleting);
        }
    }

    @Test
    void aContendedTryIsOneCallAndEmpty() throws InterruptedException {
        newClient().acquire("k");
        CallCounter counter = new CallCounter(newDynamoDb());
        LockClient other = open(builder(counter.client()));
        assertThat(other.tryAcquire("k")).isEmpty();
        assertThat(counter.counts().get("updateItem")).isEqualTo(1);
        assertThat(counter.total()).isEqualTo(1 + readsForARefusal());
    }

    /** Back ends that send no item with a failed condition cost a read. */
    int readsForARefusal() {
        return 0;
    }

    @Test
    void aTryBehindAThreadOfTheSameClientIsNoCallAndEmpty() throws InterruptedException {
        CallCounter counter = new CallCounter(newDynamoDb());
        LockClient locks = open(builder(counter.client()));
        locks.acquire("k");
        counter.reset();
        assertThat(locks.tryAcquire("k")).isEmpty();
        assertThat(counter.total()).isZero();
    }

    @Test
    void twoClientsWithTheSameOwnerNameExcludeEachOther() throws InterruptedException {
        LockClient one = open(builder(newDynamoDb()).ownerName("twin"));
        LockClient two = open(builder(newDynamoDb()).ownerName("twin"));
        LockHandle lock = one.acquire("k");
        assertThat(two.tryAcquire("k")).isEmpty();
        assertThat(two.find("k").orElseThrow().state()).isEqualTo(LockInfo.State.HELD);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aSecondReleaseIsHarmlessAndDoesNotTouchANewerHolder() throws InterruptedException {
        LockClient locks = newClient();
        LockHandle first = locks.acquire("k");
        first.release();
        LockHandle second = locks.acquire("k");

        assertThat(first.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        first.close();

        assertThat(second.isHeld()).isTrue();
        assertThat(locks.find("k").orElseThrow().released()).isFalse();
        assertThat(locks.heldLocks()).hasSize(1);
    }

    @Test
    void aReleaseCompletesWhenTheThreadIsInterruptedAndKeepsTheFlag() throws InterruptedException {
        LockClient locks = newClient();
        LockHandle lock = locks.acquire("k");
        Thread.currentThread().interrupt();
        ReleaseResult result = lock.release();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isEqualTo(ReleaseResult.RELEASED);
        assertFree(locks, "k");
    }

    @Test
    void anInterruptedThreadAcquiresNothingAndMakesNoCall() {
        CallCounter counter = new CallCounter(newDynamoDb());
        LockClient locks = open(builder(counter.client()));
        Thread.currentThread().interrupt();
        Throwable thrown = catchThrowable(() -> locks.acquire("k"));
        assertThat(Thread.interrupted()).isFalse();
        assertThat(thrown).isInstanceOf(InterruptedException.class);
        assertThat(counter.total()).isZero();
    }

    @Test
    void anInterruptedWaiterStopsAndLeavesNoRowBehind() throws Exception {
        LockHandle held = newClient().acquire("k");
        LockClient waiting = newClient();
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread waiter = new Thread(
                () -> outcome.complete(catchThrowable(() -> waiting.acquire(waiting(Duration.ofMinutes(5))))));
        waiter.start();
        Awaitility.await().until(() -> !waiting.waitingLocks().isEmpty());

        waiter.interrupt();
        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        Awaitility.await().until(() -> waiting.waitingLocks().isEmpty());
        held.release();
        assertThat(newClient().tryAcquire("k")).isPresent();
    }

    @Test
    void aDeletingReleaseRemovesTheRowAndTokensStillGrow() throws InterruptedException {
        LockClient locks = newClient();
        LockHandle first =
                locks.acquire(LockRequest.forKey("k").deleteOnRelease().build());
        assertThat(first.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(locks.find("k")).isEmpty();
        assertThat(locks.acquire("k").fencingToken()).isGreaterThan(first.fencingToken());
    }

    @Test
    void anAsynchronousReleaseAnswersAsABlockingOneDoes() throws Exception {
        LockClient locks = newClient();
        LockHandle lock = locks.acquire("k");
        assertThat(lock.releaseAsync().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isEqualTo(ReleaseResult.RELEASED);
        assertThat(lock.isHeld()).isFalse();
        assertFree(locks, "k");
        assertThat(lock.releaseAsync().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isEqualTo(ReleaseResult.ALREADY_RELEASED);
        LockHandle dead = mortalClient().acquire("k");
        LockHandle next = newClient().acquire(waiting(Duration.ofSeconds(30)));
        assertThat(dead.releaseAsync().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isEqualTo(ReleaseResult.LOST);
        assertThat(next.isHeld()).isTrue();
    }

    @Test
    void aReleaseBeforeTheShortestHoldEndsTheHoldButNobodyGetsTheLock() throws InterruptedException {
        LockClient locks = newClient();
        CallCounter counter = new CallCounter(newDynamoDb());
        LockClient other = open(builder(counter.client()));
        LockHandle lock =
                locks.acquire(LockRequest.forKey("k").minHold(LONG_LEASE).build());
        Thread.currentThread().interrupt();
        ReleaseResult result = lock.release();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isEqualTo(ReleaseResult.RELEASED);
        assertThat(lock.isHeld()).isFalse();
        assertThat(locks.heldLocks()).isEmpty();
        assertThat(other.tryAcquire("k")).isEmpty();
        assertThat(counter.counts().get("updateItem")).isEqualTo(1);
        assertThat(locks.tryAcquire("k")).isEmpty();
        assertThat(lock.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        locks.close();
        assertThat(other.tryAcquire("k")).isEmpty();
        assertThat(other.find("k").orElseThrow().state()).isEqualTo(LockInfo.State.HELD);
    }

    @Test
    void whoWaitsGetsALockThatWasReleasedEarlyAfterItsShortestHoldAndNotBefore() throws Exception {
        LockClient locks = newClient();
        LockClient other = newClient();
        long start = System.nanoTime();
        LockHandle lock =
                locks.acquire(LockRequest.forKey("k").minHold(SHORT_LEASE).build());
        CompletableFuture<LockHandle> here = locks.acquireAsync(waiting(Duration.ofSeconds(30)));
        CompletableFuture<LockHandle> there = other.acquireAsync(waiting(Duration.ofSeconds(30)));
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        Object unused = CompletableFuture.anyOf(here, there).get(30, TimeUnit.SECONDS);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(SHORT_LEASE);
        LockHandle first = (here.isDone() ? here : there).get(30, TimeUnit.SECONDS);
        assertThat(first.fencingToken()).isGreaterThan(lock.fencingToken());
        first.release();
        CompletableFuture.allOf(here, there).get(30, TimeUnit.SECONDS);
    }

    @Test
    void aShortestHoldThatDoesNotFitIsRefusedBeforeAnyCall() {
        CallCounter counter = new CallCounter(newDynamoDb());
        LockClient locks = open(builder(counter.client()));
        LockRequest.Builder request = LockRequest.forKey("k");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.acquire(
                        request.minHold(LONG_LEASE).maxHold(SHORT_LEASE).build()))
                .withMessageContaining("minHold")
                .withMessageContaining("maxHold");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> locks.tryAcquire(request.minHold(Duration.ZERO).build()))
                .withMessageContaining("minHold");
        assertThat(counter.total()).isZero();
    }

    @Test
    void theReleaseHasTheLastWordOnDeleting() throws InterruptedException {
        LockClient locks = newClient();
        locks.acquire(LockRequest.forKey("kept").deleteOnRelease().build())
                .release(ReleaseRequest.plain().withDelete(false));
        locks.acquire("deleted").release(ReleaseRequest.plain().withDelete(true));
        assertThat(locks.find("kept").isPresent()).isEqualTo(rowsStay());
        assertThat(locks.find("deleted")).isEmpty();
    }

    // Exclusion

    @Test
    void sectionsOfTwoClientsWithEightThreadsEachNeverOverlapAndTokensGrow() throws Exception {
        Section section = new Section();
        List<LockClient> clients = List.of(newClient(), newClient());
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            AtomicInteger left = new AtomicInteger(sections());
            List<Callable<Void>> workers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                LockClient locks = clients.get(i % 2);
                workers.add(() -> {
                    while (left.getAndDecrement() > 0) {
                        try (LockHandle lock = locks.acquire(waiting(Duration.ofMinutes(5)))) {
                            section.pass(lock.fencingToken());
                            letTheClockPass(lock.fencingToken());
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> worker : threads.invokeAll(workers)) {
                worker.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(section.entries()).isEqualTo(sections());
        assertThat(section.largestOverlap()).isEqualTo(1);
        assertThat(section.tokens()).isSorted().doesNotHaveDuplicates();
    }

    /**
     * Where rows are deleted, tokens rest on clocks that count milliseconds, and take for granted that a grant and its
     * release need one: through a network they do, here they need not.
     */
    private void letTheClockPass(long token) {
        while (!rowsStay() && System.currentTimeMillis() <= token) {
            Thread.onSpinWait();
        }
    }

    int sections() {
        return 2000;
    }

    @Test
    void ofManyThatTryAtOnceExactlyOneIsGranted() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<LockClient> clients = List.of(newClient(), newClient(), newClient(), newClient());
            for (int round = 0; round < 20; round++) {
                String key = "race-" + round;
                ConcurrentLinkedQueue<LockHandle> granted = new ConcurrentLinkedQueue<>();
                List<Callable<Void>> tries = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    LockClient locks = clients.get(i % clients.size());
                    tries.add(() -> {
                        locks.tryAcquire(key).ifPresent(granted::add);
                        return null;
                    });
                }
                for (Future<Void> one : threads.invokeAll(tries)) {
                    one.get();
                }
                assertThat(granted).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    // Waiting

    @Test
    void aWaiterGetsTheLockWhenItIsReleased() throws Exception {
        LockHandle held = newClient().acquire("k");
        LockClient waiting = newClient();
        CompletableFuture<LockHandle> waiter = waiting.acquireAsync(waiting(Duration.ofMinutes(5)));
        Awaitility.await().until(() -> !waiting.waitingLocks().isEmpty());
        assertThat(waiter).isNotDone();

        held.release();
        LockHandle lock = waiter.get(20, TimeUnit.SECONDS);
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.fencingToken()).isGreaterThan(held.fencingToken());
        assertThat(waiting.waitingLocks()).isEmpty();
    }

    @Test
    void aWaitThatIsOverSaysHowLongItWasAndWhoHoldsTheLock() throws InterruptedException {
        LockClient holder = open(builder(newDynamoDb()).ownerName("the-holder"));
        LockHandle held = holder.acquire("k");
        Duration wait = Duration.ofMillis(300);
        assertThatExceptionOfType(LockNotGrantedException.class)
                .isThrownBy(() -> newClient().acquire(waiting(wait)))
                .satisfies(e -> {
                    assertThat(e.waited()).isGreaterThanOrEqualTo(wait);
                    assertThat(e.key()).isEqualTo("k");
                    assertThat(e.holder().orElseThrow().ownerName()).isEqualTo("the-holder");
                    assertThat(e.holder().orElseThrow().fencingToken()).isEqualTo(held.fencingToken());
                })
                .withMessageContaining("'k'")
                .withMessageContaining("the-holder");
    }

    @Test
    void aWaiterTakesTheLockOfADeadHolderAfterItsLeaseAndNotBefore() throws InterruptedException {
        LockHandle dead = mortalClient().acquire("k");
        long start = System.nanoTime();
        LockHandle lock = newClient().acquire(waiting(Duration.ofSeconds(30)));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(SHORT_LEASE);
        assertThat(lock.fencingToken()).isGreaterThan(dead.fencingToken());
        assertThat(dead.isHeld()).isFalse();
        assertThat(dead.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void someoneWhoOnlyTriesGetsTheLockOfADeadHolderInTheEnd() throws InterruptedException {
        mortalClient().acquire("k");
        LockClient trying = newClient();
        assertThat(trying.tryAcquire("k")).isEmpty();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> trying.tryAcquire("k").isPresent());
    }

    @Test
    void aRenewedLockIsNotTakenHoweverLongOthersWait() throws InterruptedException {
        LockClient holder =
                open(builder(newDynamoDb()).leaseDuration(SHORT_LEASE).heartbeatPeriod(SHORT_LEASE.dividedBy(5)));
        LockHandle held = holder.acquire("k");
        assertThatExceptionOfType(LockNotGrantedException.class)
                .isThrownBy(() -> newClient().acquire(waiting(SHORT_LEASE.multipliedBy(3))));
        assertThat(held.isHeld()).isTrue();
        assertThat(holder.heldLocks().get(0).renewals()).isPositive();
    }

    @Test
    void aCancelledWaitEndsAndLeavesNoRowBehind() throws Exception {
        LockHandle held = newClient().acquire("k");
        LockClient waiting = newClient();
        CompletableFuture<LockHandle> waiter = waiting.acquireAsync(waiting(Duration.ofMinutes(5)));
        Awaitility.await().until(() -> !waiting.waitingLocks().isEmpty());
        waiter.cancel(true);
        Awaitility.await().until(() -> waiting.waitingLocks().isEmpty());
        held.release();
        assertThat(newClient().tryAcquire("k")).isPresent();
    }

    // Data, attributes, looking

    @Test
    void dataStaysUntilItIsReplaced() throws InterruptedException {
        assumeThat(rowsStay()).isTrue();
        LockClient locks = newClient();
        locks.acquire(LockRequest.forKey("k").data(bytes("one")).build()).close();
        LockHandle kept =
                locks.acquire(LockRequest.forKey("k").data(bytes("two")).build());
        assertThat(kept.data()).contains(bytes("one"));
        kept.close();
        LockHandle replaced = locks.acquire(
                LockRequest.forKey("k").data(bytes("three")).replaceData().build());
        assertThat(replaced.data()).contains(bytes("three"));
        replaced.release(ReleaseRequest.plain().withData(bytes("four")));
        assertThat(locks.acquire("k").data()).contains(bytes("four"));
    }

    @Test
    void attributesOfOthersAreKeptAndGivenOnesAreMerged() throws InterruptedException {
        assumeThat(rowsStay()).isTrue();
        put(Map.of(
                "recordVersionNumber", AttributeValue.fromS("1700000000000000000:ABC"),
                "leaseDuration", AttributeValue.fromS("20s"),
                "ownerName", AttributeValue.fromS("a-go-client"),
                "isReleased", AttributeValue.fromS("1"),
                "team", AttributeValue.fromS("payments")));
        LockClient locks = newClient();
        LockHandle lock = locks.acquire(LockRequest.forKey("k")
                .attribute("job", AttributeValue.fromN("7"))
                .build());
        Map<String, AttributeValue> expected =
                Map.of("team", AttributeValue.fromS("payments"), "job", AttributeValue.fromN("7"));
        assertThat(lock.attributes()).isEqualTo(expected);
        lock.release();
        assertThat(locks.find("k").orElseThrow().attributes()).isEqualTo(expected);
    }

    @Test
    void lookingTellsTheStateWithoutAcquiring() throws InterruptedException {
        LockClient holder = newClient();
        LockClient looker = newClient();
        assertThat(looker.find("k")).isEmpty();
        LockHandle lock = holder.acquire("k");
        LockInfo seen = looker.find("k").orElseThrow();
        assertThat(seen.state()).isEqualTo(LockInfo.State.HELD);
        assertThat(seen.ownerName()).isEqualTo(holder.ownerName());
        assertThat(seen.leaseDuration()).isEqualTo(LONG_LEASE);
        assertThat(seen.fencingToken()).isEqualTo(lock.fencingToken());
        assertThat(holder.find("k").orElseThrow().state()).isEqualTo(LockInfo.State.HELD_BY_THIS_CLIENT);
        lock.release();
        assertFree(looker, "k");
        assertThat(looker.find("k").isPresent()).isEqualTo(rowsStay());
    }

    @Test
    void aRowThatNobodyRenewsIsSeenAsExpiredAfterItsLease() throws InterruptedException {
        mortalClient().acquire("k");
        LockClient looker = newClient();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> looker.find("k").orElseThrow().state() == LockInfo.State.EXPIRED_AS_OBSERVED);
    }

    @Test
    void heldLocksAreListedWhileTheyAreHeld() throws InterruptedException {
        LockClient locks = newClient();
        LockHandle lock = locks.acquire(LockRequest.forKey("k").name("job").build());
        HeldLock held = locks.heldLocks().get(0);
        assertThat(held.key()).isEqualTo("k");
        assertThat(held.name()).isEqualTo("job");
        assertThat(held.fencingToken()).isEqualTo(lock.fencingToken());
        assertThat(held.thread()).isEqualTo(Thread.currentThread().getName());
        lock.release();
        assertThat(locks.heldLocks()).isEmpty();
    }

    // Bad rows

    @Test
    void anItemThatIsNoLockRowIsRefusedByKeyAndLeftAsItIs() throws InterruptedException {
        Map<String, AttributeValue> item =
                put(Map.of("isReleased", AttributeValue.fromS("1"), "price", AttributeValue.fromN("3")));
        LockClient locks = newClient();
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> locks.acquire("k"))
                .withMessageContaining("'k'")
                .withMessageContaining("no lock row");
        assertThatExceptionOfType(LockTableException.class).isThrownBy(() -> locks.tryAcquire("k"));
        assertThatExceptionOfType(LockTableException.class).isThrownBy(() -> locks.find("k"));
        assertThat(row("k")).isEqualTo(item);
    }

    @Test
    void aCorruptLeaseIsReportedByKeyAndNeverTaken() {
        String lease = rowFormat().layout().lease();
        put(Map.of(rowFormat().layout().version(), AttributeValue.fromS("x"), lease, AttributeValue.fromS("banana")));
        LockClient locks = newClient();
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> locks.acquire("k"))
                .withMessageContaining("'k'")
                .withMessageContaining("banana");
        assertThat(row("k")).containsEntry(lease, AttributeValue.fromS("banana"));
    }

    @Test
    void aTokenThatIsNoNumberIsReportedAndNeverRestarted() {
        put(Map.of(
                rowFormat().layout().version(),
                AttributeValue.fromS("x"),
                rowFormat().layout().lease(),
                longLease(),
                "isReleased",
                AttributeValue.fromS("1"),
                "fencingToken",
                AttributeValue.fromS("seven")));
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> newClient().acquire("k"))
                .withMessageContaining("'k'");
        assertThat(row("k")).containsEntry("fencingToken", AttributeValue.fromS("seven"));
    }

    Map<String, AttributeValue> row(String key) {
        return newDynamoDb()
                .getItem(get -> get.tableName(table)
                        .consistentRead(true)
                        .key(lockTable().keys().primaryKey(AttributeValue.fromS(key))))
                .item();
    }

    @Test
    void aHeldRowHasNoReleaseMarkAndAReleasedOneKeepsItsVersion() throws InterruptedException {
        LockClient locks = newClient();
        LockHandle lock = locks.acquire("k");
        Map<String, AttributeValue> held = row("k");
        Set<String> names = new TreeSet<>(
                lockTable().keys().primaryKey(AttributeValue.fromS("k")).keySet());
        String version = rowFormat().layout().version();
        names.addAll(Set.of("ownerName", rowFormat().layout().lease(), version, "fencingToken"));
        assertThat(held.keySet()).isEqualTo(names);
        assertThat(held).containsEntry(rowFormat().layout().lease(), longLease());
        lock.release();
        Map<String, AttributeValue> released = row("k");
        if (rowsStay()) {
            assertThat(released)
                    .containsEntry("isReleased", AttributeValue.fromS("1"))
                    .containsEntry(
                            version, Optional.ofNullable(held.get(version)).orElseThrow());
        } else {
            assertThat(released).isEmpty();
        }
    }

    // Closing

    @Test
    void closingReleasesAllLocksEndsWaitersAndTellsHolders() throws Exception {
        LockClient locks = newClient();
        LockHandle one = locks.acquire("one");
        locks.acquire("two");
        newClient().acquire("k");
        CompletableFuture<LockHandle> waiter = locks.acquireAsync(waiting(Duration.ofMinutes(5)));
        Awaitility.await().until(() -> !locks.waitingLocks().isEmpty());

        locks.close();

        assertThat(waiter)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(LockClientClosedException.class);
        assertThat(one.isHeld()).isFalse();
        assertThat(one.lost().toCompletableFuture().get(10, TimeUnit.SECONDS).reason())
                .isEqualTo(LockLoss.Reason.CLIENT_CLOSED);
        assertThat(locks.heldLocks()).isEmpty();
        LockClient other = newClient();
        assertThat(other.tryAcquire("one")).isPresent();
        assertThat(other.tryAcquire("two")).isPresent();
    }

    @Test
    void aClosedClientRefusesAndMayBeClosedAgain() throws InterruptedException {
        LockClient locks = newClient();
        LockHandle lock = locks.acquire("k");
        locks.close();
        locks.close();
        assertThatExceptionOfType(LockClientClosedException.class).isThrownBy(() -> locks.acquire("k"));
        assertThatExceptionOfType(LockClientClosedException.class).isThrownBy(() -> locks.tryAcquire("k"));
        assertThatExceptionOfType(LockClientClosedException.class).isThrownBy(() -> locks.find("k"));
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
    }

    @Test
    void aClientTellsTheTimesThatItsLocksHaveWhenTheirRequestsDoNotSay() {
        LockClient given = open(builder(newDynamoDb())
                .waitTime(Duration.ofSeconds(3))
                .leaseDuration(SHORT_LEASE)
                .heartbeatPeriod(Duration.ofMillis(300)));
        assertThat(given.waitTime()).isEqualTo(Duration.ofSeconds(3));
        assertThat(given.leaseDuration()).isEqualTo(SHORT_LEASE);
        assertThat(given.heartbeatPeriod()).isEqualTo(Duration.ofMillis(300));
        assertThat(mortalClient().heartbeatPeriod()).isZero();
        LockClient usual = open(LockClient.builder(newDynamoDb()).table(lockTable()));
        assertThat(usual.waitTime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(usual.leaseDuration()).isEqualTo(Duration.ofSeconds(20));
        assertThat(usual.heartbeatPeriod()).isEqualTo(Duration.ofSeconds(5));
        usual.close();
        assertThat(usual.leaseDuration()).isEqualTo(Duration.ofSeconds(20));
    }

    // The table

    @Test
    void aTableThatExistsIsLeftAloneAndChecked() throws InterruptedException {
        assertThat(LockTables.create(newDynamoDb(), LockTableSpec.of(lockTable())))
                .isEqualTo(LockTables.Creation.ALREADY_EXISTED);
        LockTables.validate(newDynamoDb(), lockTable());
    }

    @Test
    void aTableOfAnotherKeySchemaIsRefusedNamingBoth() {
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> LockTables.validate(newDynamoDb(), lockTable().partitionKey("id")))
                .withMessageContaining(lockTable().keys().partitionKey() + " (HASH, S)")
                .withMessageContaining("id (HASH, S)");
    }

    @Test
    void aMissingTableIsNamedWithTheRemedy() {
        String missing = table + "-missing";
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> LockTables.validate(newDynamoDb(), LockTable.named(missing)))
                .withMessageContaining(missing)
                .withMessageContaining("does not exist");
        LockClient locks = open(LockClient.builder(newDynamoDb()).table(missing));
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> locks.acquire("k"))
                .withMessageContaining(missing)
                .withMessageContaining("'k'");
    }

    // Bad input

    @Test
    @SuppressWarnings("NullAway") // null is one of the bad keys
    void badKeysAreRefusedBeforeAnyCall() {
        CallCounter counter = new CallCounter(newDynamoDb());
        LockClient locks = open(builder(counter.client()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.acquire((String) null))
                .withMessageContaining("must not be null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.acquire(""))
                .withMessageContaining("empty or blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.tryAcquire("x".repeat(2049)))
                .withMessageContaining("2048")
                .withMessageContaining("2049");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.find("\ud800"))
                .withMessageContaining("surrogate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.acquire(LockRequest.forKey("k")
                        .attribute("isReleased", AttributeValue.fromS("1"))
                        .build()))
                .withMessageContaining("isReleased");
        assertThat(counter.total()).isZero();
    }

    @Test
    void aKeyOfTheLongestLengthIsALock() throws InterruptedException {
        LockClient locks = newClient();
        String key = "é".repeat(1024);
        LockHandle lock = locks.acquire(key);
        assertThat(locks.find(key)).isPresent();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }
}
