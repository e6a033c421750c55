package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.cli.Main;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The command line as a process that is killed, and one whose lock is lost. */
class CommandLineTests {

    private static final Duration LEASE = Duration.ofSeconds(2);

    @TempDir
    private Path files;

    private LocalDynamoDb dynamo;
    private LocalEndpoint endpoint;
    private LockClient locks;
    private Process commandLine;
    private Optional<ProcessHandle> command = Optional.empty();

    @BeforeEach
    void start() throws Exception {
        dynamo = LocalDynamoDb.create();
        endpoint = dynamo.serve(0);
        LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
        locks = LockClient.builder(dynamo.client()).table("locks").build();
        Path pid = files.resolve("pid");
        commandLine = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "lock",
                        "--endpoint",
                        endpoint.uri().toString(),
                        "--lease",
                        LEASE.toSeconds() + "s",
                        "k",
                        "--",
                        "sh",
                        "-c",
                        "echo $$ >\"$0\"; exec sleep 60",
                        pid.toString())
                .inheritIO()
                .start();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(pid) && Files.readString(pid).endsWith("\n"));
        command = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        assertThat(command).isPresent();
    }

    @AfterEach
    void stop() {
        command.ifPresent(ProcessHandle::destroyForcibly);
        commandLine.destroyForcibly();
        locks.close();
        dynamo.close();
    }

    @Test
    void theLockOfAKilledCommandLineIsFreeAfterItsLeaseAndNotBefore() throws Exception {
        CompletableFuture<LockHandle> waiter = locks.acquireAsync(
                LockRequest.forKey("k").waitTime(Duration.ofSeconds(30)).build());
        String before = version();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !version().equals(before));

        long killed = System.nanoTime();
        commandLine.destroyForcibly().onExit().join();
        waiter.get(20, TimeUnit.SECONDS).release();
        Duration took = Duration.ofNanos(System.nanoTime() - killed);

        // The last renewal came at most a quarter of the lease before the kill, so the row's lease ends no sooner than
        // this.
        assertThat(took).isGreaterThan(LEASE.multipliedBy(3).dividedBy(4).minusMillis(100));
        assertThat(took).isLessThan(LEASE.plusSeconds(2));
        System.out.printf("taken over %d ms after kill -9 (lease %d ms)%n", took.toMillis(), LEASE.toMillis());
    }

    @Test
    void theCommandHasEndedWithinASecondOfTheLossOfItsLock() throws InterruptedException {
        dynamo.client().deleteItem(delete -> delete.tableName("locks").key(Map.of("key", AttributeValue.fromS("k"))));
        long lost = System.nanoTime();
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> command.filter(ProcessHandle::isAlive).isEmpty());
        Duration took = Duration.ofNanos(System.nanoTime() - lost);

        assertThat(took).isLessThan(Duration.ofSeconds(1));
        assertThat(commandLine.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(commandLine.exitValue()).isEqualTo(75);
        System.out.printf(
                "the command had ended %d ms after the loss (lease %d ms)%n", took.toMillis(), LEASE.toMillis());
    }

    private String version() throws InterruptedException {
        return locks.find("k").orElseThrow().recordVersionNumber();
    }
}
