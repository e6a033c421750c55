package io.github.dynamolock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.RowFormat;
import io.github.dynamolock.cli.Program.Result;
import io.github.dynamolock.local.HeldCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows that are shown, listed and freed. */
class TableCommandsTests {

    private Program program;

    @BeforeEach
    void open() throws InterruptedException {
        program = new Program();
    }

    @AfterEach
    void close() {
        program.close();
    }

    private void put(String key, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(attributes);
        item.put("key", AttributeValue.fromS(key));
        program.dynamo.client().putItem(put -> put.tableName("locks").item(item));
    }

    private static List<String> keys(Result listed) {
        return listed.out()
                .lines()
                .skip(1)
                .map(line -> line.replaceAll(".* ", ""))
                .toList();
    }

    @Test
    void aRowIsShownWithoutWhatIsInIt() throws InterruptedException {
        LockHandle lock = program.client()
                .acquire(LockRequest.forKey("k")
                        .data(SdkBytes.fromUtf8String("secret"))
                        .attribute("team", AttributeValue.fromS("secret"))
                        .attribute("note", AttributeValue.fromS("secret"))
                        .build());
        Result result = program.run("show", "k");
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .containsExactly(
                        "key:           k",
                        "state:         held",
                        "owner:         another",
                        "fencing token: " + lock.fencingToken(),
                        "lease:         20s",
                        "version:       " + program.row("k").recordVersionNumber(),
                        "data:          6 bytes",
                        "attributes:    note, team");
        lock.release();
        assertThat(program.run("show", "k").out()).contains("state:         free");
    }

    @Test
    void aKeyWithoutARowIsHeldByNobody() {
        Result result = program.run("show", "k");
        assertThat(result)
                .isEqualTo(new Result(
                        1,
                        "",
                        "dynamolock: there is no row at key 'k': nobody holds it\n"
                                .replace("\n", System.lineSeparator())));
    }

    @Test
    void anItemThatIsNoLockRowIsToldOf() {
        put("k", Map.of("total", AttributeValue.fromN("7")));
        Result result = program.run("show", "k");
        assertThat(result.code()).isEqualTo(ExitCodes.UNAVAILABLE);
        assertThat(result.err()).contains("is no lock row");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void theListHasLockRowsAloneHeldOnesFirst() throws InterruptedException {
        LockClient locks = program.client();
        locks.acquire("a-free").release();
        locks.acquire("c-held");
        locks.acquire("b-held");
        put("z-application", Map.of("total", AttributeValue.fromN("7")));
        Result all = program.run("list");
        assertThat(all.code()).isZero();
        assertThat(keys(all)).containsExactly("b-held", "c-held", "a-free");
        assertThat(all.out().lines().skip(1).findFirst().orElseThrow())
                .startsWith("held ")
                .contains("another");
        assertThat(keys(program.run("list", "--held"))).containsExactly("b-held", "c-held");
    }

    @Test
    void aCorruptRowIsToldOfAndTheOthersAreListed() throws InterruptedException {
        program.client().acquire("good");
        put("bad", Map.of("recordVersionNumber", AttributeValue.fromS("v")));
        Result result = program.run("list");
        assertThat(result.code()).isZero();
        assertThat(keys(result)).containsExactly("good");
        assertThat(result.err()).contains("'bad' is corrupt");
    }

    @Test
    void theListEndsAtItsLimitAndSaysSo() throws InterruptedException {
        LockClient locks = program.client();
        for (int i = 0; i < 5; i++) {
            locks.acquire("k" + i);
        }
        Result some = program.run("list", "--limit", "3");
        assertThat(keys(some)).hasSize(3);
        assertThat(some.err()).contains("there are more rows");
        Result all = program.run("list", "--limit", "5");
        assertThat(keys(all)).hasSize(5);
        assertThat(all.err()).isEmpty();
    }

    @Test
    void theListGoesOverPages() throws InterruptedException {
        LockClient locks = program.client();
        for (int i = 0; i < 8; i++) {
            locks.acquire(LockRequest.forKey("k" + i)
                    .data(SdkBytes.fromByteArray(new byte[300 * 1024]))
                    .build());
        }
        assertThat(keys(program.run("list"))).hasSize(8);
        assertThat(program.dynamo.calls().count("Scan")).isGreaterThan(1);
    }

    @Test
    void aTableThatIsMissingIsToldOf() {
        for (String command : List.of("list", "show k", "force-release --yes k")) {
            List<String> args = new ArrayList<>(List.of(command.split(" ")));
            args.addAll(1, List.of("--table", "none"));
            Result result = program.run(args.toArray(String[]::new));
            assertThat(result.code()).isEqualTo(ExitCodes.UNAVAILABLE);
            assertThat(result.err()).startsWith("dynamolock: ").doesNotContain("\tat ");
        }
    }

    @Test
    void withoutYesALockIsOnlyShown() throws InterruptedException {
        LockHandle lock = program.client().acquire("k");
        Result result = program.run("force-release", "k");
        assertThat(result.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(result.out()).contains("owner:         another");
        assertThat(result.err()).contains("add --yes");
        assertThat(program.row("k").fencingToken()).isEqualTo(lock.fencingToken());
        assertThat(program.row("k").state()).isEqualTo(LockInfo.State.HELD);
    }

    @Test
    void aLockIsFreedInTheNameOfWhoFreesItAndItsHolderIsTold() throws Exception {
        LockHandle lock = program.open(LockClient.builder(program.dynamo.client())
                        .table("locks")
                        .leaseDuration(Duration.ofSeconds(1))
                        .heartbeatPeriod(Duration.ofMillis(200)))
                .acquire("k");
        Result result = program.run("force-release", "--owner", "ops", "--yes", "k");
        // The holder may have renewed between the look and the write: then it says so, and is asked again.
        for (int retry = 0; retry < 5 && result.code() == 1; retry++) {
            result = program.run("force-release", "--owner", "ops", "--yes", "k");
        }
        assertThat(result.code()).isZero();
        assertThat(result.out()).endsWith("freed" + System.lineSeparator());
        LockInfo row = program.row("k");
        assertThat(row.state()).isEqualTo(LockInfo.State.FREE);
        assertThat(row.ownerName()).isEqualTo("ops");
        assertThat(row.fencingToken()).isEqualTo(lock.fencingToken() + 1);
        assertThat(lock.lost().toCompletableFuture().get(20, TimeUnit.SECONDS).row())
                .hasValueSatisfying(seen -> assertThat(seen.ownerName()).isEqualTo("ops"));
    }

    @Test
    void aFreeLockIsLeftAsItIs() throws InterruptedException {
        program.client().acquire("k").release();
        LockInfo before = program.row("k");
        Result result = program.run("force-release", "--yes", "k");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("it is free");
        assertThat(program.row("k")).isEqualTo(before);
        assertThat(program.run("force-release", "--yes", "none").code()).isEqualTo(1);
    }

    @Test
    void aRowThatChangesMeanwhileIsNotFreed() throws Exception {
        LockHandle lock = program.client()
                .acquire(LockRequest.forKey("k").withoutHeartbeat().build());
        HeldCalls held = program.dynamo.faults().on("UpdateItem").times(1).holdRequest();
        CompletableFuture<Result> run = program.start("force-release", "--yes", "k");
        assertThat(held.awaitArrived(1, Duration.ofSeconds(30))).isTrue();
        lock.heartbeat();
        LockInfo renewed = program.row("k");
        held.release();
        Result result = run.get(30, TimeUnit.SECONDS);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("not freed", "look again");
        assertThat(program.row("k")).isEqualTo(renewed);
    }

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void everyRowFormatIsShownListedAndFreedInAnApplicationsTable(RowFormat format) throws InterruptedException {
        LockTable orders = LockTable.named("orders").partitionKey("pk").sortKey("sk", "lock");
        try (Program other = new Program(orders)) {
            LockClient holder = other.open(
                    LockClient.builder(other.dynamo.client()).table(orders).rowFormat(format));
            holder.acquire("k");
            String name = format.name().toLowerCase(Locale.ROOT).replace('_', '-');
            String[] options = {
                "--table", "orders", "--partition-key", "pk", "--sort-key", "sk=lock", "--row-format", name
            };
            assertThat(run(other, options, "show", "k").out()).contains("state:         held", "lease:         20s");
            assertThat(keys(run(other, options, "list", "--held"))).containsExactly("k");
            assertThat(run(other, options, "force-release", "--yes", "k").code())
                    .isZero();
            assertThat(keys(run(other, options, "list", "--held"))).isEmpty();
            LockClient next = other.open(
                    LockClient.builder(other.dynamo.client()).table(orders).rowFormat(format));
            assertThat(next.tryAcquire("k")).isPresent();
        }
    }

    private static Result run(Program program, String[] options, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(1, List.of(options));
        return program.run(all.toArray(String[]::new));
    }
}
