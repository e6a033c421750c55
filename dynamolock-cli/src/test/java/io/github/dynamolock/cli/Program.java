package io.github.dynamolock.cli;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The program in this process, on a local DynamoDB with the table {@code locks}. */
final class Program implements AutoCloseable {

    record Result(int code, String out, String err) {}

    final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final LocalEndpoint endpoint = dynamo.serve(0);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<LockClient> clients = new ArrayList<>();

    Program() throws InterruptedException {
        this(LockTable.named("locks"));
    }

    Program(LockTable table) throws InterruptedException {
        LockTables.create(dynamo.client(), LockTableSpec.of(table));
    }

    /** Runs a subcommand, with the endpoint put in behind its name. */
    Result run(String... args) {
        return runAsWritten(withEndpoint(args).toArray(String[]::new));
    }

    List<String> withEndpoint(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(1, List.of("--endpoint", endpoint.uri().toString()));
        return all;
    }

    static Result runAsWritten(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(args);
        return new Result(code, out.toString(), err.toString());
    }

    CompletableFuture<Result> start(String... args) {
        return CompletableFuture.supplyAsync(() -> run(args), threads);
    }

    /** Another process's client, as far as the table can tell. */
    LockClient client() {
        return open(LockClient.builder(dynamo.client()).table("locks").ownerName("another"));
    }

    LockClient open(LockClientBuilder settings) {
        LockClient client = settings.build();
        clients.add(client);
        return client;
    }

    LockInfo row(String key) throws InterruptedException {
        return client().find(key).orElseThrow();
    }

    void deleteRow(String key) {
        dynamo.client().deleteItem(delete -> delete.tableName("locks").key(Map.of("key", AttributeValue.fromS(key))));
    }

    static void awaitFile(Path file) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(file));
    }

    /** The number that a command has written, and ended the line of. */
    static long awaitNumber(Path file) throws IOException {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
        return Long.parseLong(Files.readString(file).strip());
    }

    @Override
    public void close() {
        clients.forEach(LockClient::close);
        threads.shutdown();
        dynamo.close();
    }
}
