package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Faults that strike one client and not another, and what repeats of them. */
abstract class ClientsContract extends FrontContract {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<DynamoDbClient> opened = new ArrayList<>();

    /** A client of the front under test, by name. */
    abstract DynamoDbClient open(LocalDynamoDb database, String name);

    private DynamoDbClient named(String name) {
        DynamoDbClient named = open(dynamo, name);
        opened.add(named);
        return named;
    }

    @AfterEach
    void closeClients() {
        opened.forEach(DynamoDbClient::close);
    }

    private static void put(DynamoDbClient by, String partition, int value) {
        by.putItem(p -> p.tableName(TABLE).item(with(key(partition), Map.of("v", n(value)))));
    }

    private static void assertNoAnswer(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(SdkClientException.class)
                .hasRootCauseInstanceOf(java.io.IOException.class);
    }

    @Test
    void aFaultStrikesOnlyItsClient() {
        DynamoDbClient one = named("one");
        DynamoDbClient two = named("two");
        Fault fault = dynamo.faults().on("PutItem").client("one").throttle();
        put(two, "a", 2);
        error(() -> put(one, "a", 1));
        put(named("two"), "b", 2);
        error(() -> put(named("one"), "b", 1));
        assertThat(fault.hits()).isEqualTo(2);
        assertThat(dynamo.faults().strikes()).extracting(Strike::client).containsExactly("one", "one");
    }

    @Test
    void aClientBehindAPartitionIsAloneWithIt() {
        DynamoDbClient one = named("one");
        Fault partition = dynamo.faults().onAny().client("one").partition(Partition.BOTH);
        assertNoAnswer(() -> put(one, "a", 1));
        put(named("two"), "b", 2);
        assertThat(get("a")).isEmpty();
        assertThat(get("b")).isNotEmpty();
        partition.remove();
        put(one, "a", 1);
        assertThat(get("a")).isNotEmpty();
    }

    @Test
    void aPartitionOfRepliesAppliesWhatItDoesNotAnswer() {
        DynamoDbClient one = named("one");
        Fault partition = dynamo.faults().onAny().client("one").partition(Partition.REPLIES);
        assertNoAnswer(() -> put(one, "a", 1));
        assertThat(get("a")).isNotEmpty();
        partition.remove();
        put(one, "a", 2);
    }

    @Test
    void aPartitionOfRequestsAppliesNothing() {
        DynamoDbClient one = named("one");
        dynamo.faults().onAny().client("one").partition(Partition.REQUESTS);
        assertNoAnswer(() -> put(one, "a", 1));
        assertThat(get("a")).isEmpty();
    }

    @Test
    void whatWasUnderWayGetsNoReplyThroughAPartitionOfReplies() throws Exception {
        for (Partition way : List.of(Partition.REPLIES, Partition.BOTH)) {
            CompletableFuture<Void> call = underWayWhenCut(way);
            assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(SdkClientException.class);
            assertThat(get(way.name())).isNotEmpty();
        }
    }

    @Test
    void whatWasUnderWayGetsItsReplyThroughAPartitionOfRequests() throws Exception {
        underWayWhenCut(Partition.REQUESTS).get(20, TimeUnit.SECONDS);
        assertThat(get(Partition.REQUESTS.name())).isNotEmpty();
    }

    private CompletableFuture<Void> underWayWhenCut(Partition way) throws InterruptedException {
        DynamoDbClient one = named("one");
        HeldCalls held = dynamo.faults().on("PutItem").times(1).holdRequest();
        CompletableFuture<Void> call = InThreads.run(() -> put(one, way.name(), 1));
        assertThat(held.awaitArrived(1, SOON)).isTrue();
        Fault partition = dynamo.faults().onAny().client("one").partition(way);
        held.release();
        await().atMost(SOON).until(call::isDone);
        partition.remove();
        return call;
    }

    @Test
    void chanceDoesNotDependOnHowClientsInterleave() throws Exception {
        List<Strike> together = strikes(true);
        List<Strike> afterOneAnother = strikes(false);
        for (String name : List.of("one", "two")) {
            assertThat(keysStruck(together, name))
                    .isEqualTo(keysStruck(afterOneAnother, name))
                    .hasSizeBetween(5, 45);
        }
        assertThat(keysStruck(together, "one")).isNotEqualTo(keysStruck(together, "two"));
        assertThat(afterOneAnother).isEqualTo(strikes(false));
    }

    /** Each client puts keys 0 to 49 with the chance of a fault; the table named in a strike tells the key. */
    private List<Strike> strikes(boolean together) throws Exception {
        dynamo.faults().clear();
        dynamo.faults().seed(42);
        dynamo.calls().reset();
        dynamo.faults().on("DescribeTable").withProbability(0.5).serverError();
        DynamoDbClient one = named("one");
        DynamoDbClient two = named("two");
        CompletableFuture<Void> first = InThreads.run(() -> describe(one));
        if (!together) {
            first.get(20, TimeUnit.SECONDS);
        }
        describe(two);
        first.get(20, TimeUnit.SECONDS);
        return dynamo.faults().strikes();
    }

    private static void describe(DynamoDbClient by) {
        for (int i = 0; i < 50; i++) {
            String table = "no-such-" + i;
            assertThatThrownBy(() -> by.describeTable(d -> d.tableName(table))).isInstanceOf(DynamoDbException.class);
        }
    }

    private static List<String> keysStruck(List<Strike> strikes, String name) {
        return strikes.stream()
                .filter(strike -> strike.client().equals(name))
                .map(strike -> strike.tables().get(0))
                .toList();
    }

    @Test
    void strikesAreToldInWordsAndForgottenWithANewSeed() {
        DynamoDbClient one = named("one");
        dynamo.faults().on("PutItem").after(1).times(1).serverErrorAfterApplying();
        put(one, "a", 1);
        error(() -> put(one, "a", 2));
        put(one, "a", 3);
        assertThat(dynamo.faults().strikes())
                .hasToString("[call 2, PutItem on [things] by one: applied, InternalServerError]");
        dynamo.faults().seed(1);
        assertThat(dynamo.faults().strikes()).isEmpty();
    }

    @Test
    void aNewSeedBeginsTheChanceOfFaultsInForceAnew() {
        dynamo.faults().on("GetItem").withProbability(0.5).serverError();
        dynamo.faults().seed(3);
        String first = pattern();
        assertThat(pattern()).isNotEqualTo(first);
        dynamo.faults().seed(3);
        assertThat(pattern()).isEqualTo(first);
    }

    private String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            try {
                Map<String, AttributeValue> unused = get("a");
                pattern.append('.');
            } catch (DynamoDbException e) {
                pattern.append('x');
            }
        }
        return pattern.toString();
    }
}
