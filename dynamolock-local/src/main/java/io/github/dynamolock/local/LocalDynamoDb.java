package io.github.dynamolock.local;

import io.github.dynamolock.local.engine.Engine;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A DynamoDB in this process: tables in memory, one engine, two fronts.
 *
 * <pre>{@code
 * try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
 *     DynamoDbClient client = dynamo.client();          // in this process, without HTTP
 *     LocalEndpoint endpoint = dynamo.serve(8000);      // for other processes, on the loopback address
 *     dynamo.faults().on("UpdateItem").times(1).loseReply();
 *     dynamo.calls().count("UpdateItem");
 * }
 * }</pre>
 *
 * <p>Errors have DynamoDB's types, codes and messages. Reads are never stale, and concurrent writes and transactions
 * follow one another instead of conflicting. Operations, parameters and expressions that it does not support are refused
 * by name.
 *
 * <p>Each call that arrives is logged by this class's logger on the level debug, with all that was sent.
 *
 * <p>It is a development tool: everything is gone when the process ends, and nobody is asked for credentials. In
 * production use DynamoDB.
 *
 * <p>Thread-safe.
 */
public final class LocalDynamoDb implements AutoCloseable {
    private final Dispatcher dispatcher = new Dispatcher(new Engine(Clock.systemUTC()));
    private final DynamoDbClient client = InProcessClient.of(dispatcher);
    private final List<HttpFront> fronts = new CopyOnWriteArrayList<>();

    private LocalDynamoDb() {}

    /** Makes one without tables. */
    public static LocalDynamoDb create() {
        return new LocalDynamoDb();
    }

    /**
     * A client that calls the engine directly, in the calling thread and without retries.
     *
     * <p>It behaves as the SDK's: a call of an interrupted thread fails with {@code AbortedException}, and the timeouts
     * that a request carries in its override configuration end a call that a fault delays or holds. Closing the client
     * does nothing. It is the same client each time.
     */
    public DynamoDbClient client() {
        return client;
    }

    /**
     * Starts an endpoint on 127.0.0.1.
     *
     * <p>It uses the JDK's HTTP server and sets, where they are not set, that server's system properties {@code nodelay},
     * {@code idleInterval} and {@code maxIdleConnections} (all begin with {@code sun.net.httpserver.}), so that it leaves
     * closing connections to the clients. They hold for every such server in this process. Where one was made before, set
     * them on the command line.
     *
     * @param port the port, or 0 for any that is free
     * @throws IllegalStateException when the port is in use
     */
    public LocalEndpoint serve(int port) {
        HttpFront front = HttpFront.start(dispatcher, port);
        fronts.add(front);
        return new LocalEndpoint(front);
    }

    /** Breaks calls on command. */
    public Faults faults() {
        return dispatcher.faults();
    }

    /** Counts calls. */
    public Calls calls() {
        return dispatcher.calls();
    }

    /** Closes all endpoints and clears all faults. The tables stay with {@link #client()}, which goes on working. */
    @Override
    public void close() {
        dispatcher.faults().clear();
        fronts.forEach(HttpFront::close);
        fronts.clear();
    }
}
