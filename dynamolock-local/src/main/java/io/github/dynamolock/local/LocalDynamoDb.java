package io.github.dynamolock.local;

import io.github.dynamolock.local.engine.Engine;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A DynamoDB in this process: tables in memory, one engine, three fronts.
 *
 * <pre>{@code
 * try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
 *     DynamoDbClient client = dynamo.client();          // in this process, without HTTP
 *     DynamoDbAsyncClient async = dynamo.asyncClient(); // the same, without blocking
 *     LocalEndpoint endpoint = dynamo.serve(8000);      // for other processes, on the loopback address
 *     dynamo.faults().on("UpdateItem").times(1).loseReply();
 *     dynamo.calls().count("UpdateItem");
 * }
 * }</pre>
 *
 * <p>Errors have DynamoDB's types, codes and messages. Reads are stale only on command, and concurrent writes and transactions
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
    private final InProcessCalls calls = new InProcessCalls(dispatcher, "in-process");
    private final DynamoDbClient client = InProcessClient.of(calls);
    private final DynamoDbAsyncClient asyncClient = InProcessAsyncClient.of(calls);
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
     * does nothing. It is the same client each time, and its name is {@code in-process}.
     */
    public DynamoDbClient client() {
        return client;
    }

    /**
     * A client as {@link #client()}, with a name by which faults tell it from others. Over HTTP a client's name is the
     * access key id of its credentials.
     *
     * @param name the name, not empty; clients with the same name are the same to faults
     */
    public DynamoDbClient client(String name) {
        return InProcessClient.of(named(name));
    }

    /**
     * A client that calls the engine directly and blocks no thread: the engine's own work is done in the calling thread,
     * and time in which a fault delays or holds a call passes without one.
     *
     * <p>Its futures behave as those of the SDK's client: they complete with the SDK's exceptions, at the timeouts that a
     * request carries in its override configuration too, and cancelling one ends the waiting. Faults hold back requests
     * on their way, so that one whose caller gave up is applied later all the same. A call that no fault delays is done
     * when it returns; of others hear threads of the database's own. There are no retries, closing the client does
     * nothing, it is the same client each time, and its name is {@code in-process}.
     */
    public DynamoDbAsyncClient asyncClient() {
        return asyncClient;
    }

    /**
     * A client as {@link #asyncClient()}, with a name by which faults tell it from others.
     *
     * @param name the name, not empty; clients with the same name are the same to faults
     */
    public DynamoDbAsyncClient asyncClient(String name) {
        return InProcessAsyncClient.of(named(name));
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

    private InProcessCalls named(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A client's name is not empty");
        }
        return new InProcessCalls(dispatcher, name);
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
