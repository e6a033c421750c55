package io.github.dynamolock.local;

import io.github.dynamolock.local.engine.Engine;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
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
 * <p>It is a development tool: everything is gone when the process ends, unless it has a {@link Builder#file file}, and
 * nobody is asked for credentials. In
 * production use DynamoDB.
 *
 * <p>Thread-safe.
 */
public final class LocalDynamoDb implements AutoCloseable {
    private final Engine engine;
    private final Dispatcher dispatcher;
    private final InProcessCalls calls;
    private final DynamoDbClient client;
    private final DynamoDbAsyncClient asyncClient;
    private final List<HttpFront> fronts = new CopyOnWriteArrayList<>();

    private LocalDynamoDb(Engine engine) {
        this.engine = engine;
        this.dispatcher = new Dispatcher(engine);
        this.calls = new InProcessCalls(dispatcher, "in-process");
        this.client = InProcessClient.of(calls);
        this.asyncClient = InProcessAsyncClient.of(calls);
    }

    /** Makes one without tables, by the system's clock. */
    public static LocalDynamoDb create() {
        return builder().build();
    }

    /** For one with a clock or a file of your own. */
    public static Builder builder() {
        return new Builder();
    }

    /** Makes a {@link LocalDynamoDb}. Not thread-safe. */
    public static final class Builder {
        private Clock clock = Clock.systemUTC();
        private @Nullable Path file;

        private Builder() {}

        /**
         * The clock by which items expire, transaction tokens are forgotten and tables are dated; the system's unless set.
         * It must be safe to read from several threads, and is read in every call on a table with time to live.
         */
        public Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /**
         * A file that keeps tables and items beyond this process; none unless set, and everything ends with the process.
         *
         * <p>It is made when it is not there, and so is its directory. One process at a time can have it; a file
         * {@code NAME.lock} beside it sees to that. A process that is killed loses no write that was answered; a machine
         * that loses its power may lose the latest, because writes do not wait for the disk. The file grows with each
         * write, and is rewritten with what the tables have at each start and once it is four times as long as that.
         * Transaction tokens are not kept.
         */
        public Builder file(Path file) {
            this.file = file;
            return this;
        }

        /**
         * Makes it, and reads its file.
         *
         * @throws IllegalStateException when the file is in use, is damaged other than by a torn end, or is none of ours
         * @throws java.io.UncheckedIOException when it cannot be read or written
         */
        public LocalDynamoDb build() {
            return new LocalDynamoDb(file == null ? Engine.inMemory(clock) : Engine.withFile(clock, file));
        }
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

    /**
     * Closes all endpoints, clears all faults, and lets go of the file. The tables stay with {@link #client()}, which goes
     * on working; with a file it goes on reading, and refuses writes with {@link IllegalStateException}. Closing twice
     * does nothing.
     */
    @Override
    public void close() {
        dispatcher.faults().clear();
        fronts.forEach(HttpFront::close);
        fronts.clear();
        engine.close();
    }
}
