package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Internal: the engine behind both fronts: requests in, responses or DynamoDB's errors out.
 *
 * <p>Thread-safe. A call is done when it returns, writes to one item are atomic, and nothing in a call waits for anything
 * but another write to the same item.
 */
public final class Engine {
    private final AtomicBoolean keepEarlier;
    private final Map<String, Operation<?>> operations;
    private final Journal journal;

    private Engine(Clock clock, Tables tables, Journal journal, AtomicBoolean keepEarlier) {
        this.keepEarlier = keepEarlier;
        this.operations = Operations.all(clock, tables);
        this.journal = journal;
        tables.keepIn(journal);
    }

    /** Makes an engine without tables. */
    public static Engine inMemory(Clock clock) {
        AtomicBoolean keepEarlier = new AtomicBoolean();
        return new Engine(clock, new Tables(clock, keepEarlier), Journal.NONE, keepEarlier);
    }

    /**
     * Makes an engine with the tables that a file has, which keeps all changes there.
     *
     * @throws IllegalStateException when the file is in use, damaged or no data file
     * @throws java.io.UncheckedIOException when it cannot be read or written
     */
    public static Engine withFile(Clock clock, Path file) {
        AtomicBoolean keepEarlier = new AtomicBoolean();
        Tables tables = new Tables(clock, keepEarlier);
        return new Engine(clock, tables, FileJournal.open(file, tables), keepEarlier);
    }

    /** Lets go of the file, if there is one; reads go on, and writes are refused then. */
    public void close() {
        journal.close();
    }

    /** The names of the operations served, such as {@code UpdateItem}. */
    public Set<String> operations() {
        return operations.keySet();
    }

    /** A builder for an operation's request; DynamoDB's error for an operation that is not served. */
    public DynamoDbRequest.Builder newRequest(String operation) {
        return served(operation).newRequest();
    }

    /** Throws DynamoDB's error for an operation that is not served. */
    public void requireServed(String operation) {
        Operation<?> unused = served(operation);
    }

    /** Serves a request; throws DynamoDB's error when it fails. */
    public DynamoDbResponse call(String operation, DynamoDbRequest request) {
        return served(operation).call(request, Freshness.LATEST);
    }

    /**
     * Serves a request as {@link #call} does, except that reads which do not ask for consistency answer each item as it
     * was before its latest write. Writes from before {@link #keepEarlier} are not told apart.
     */
    public DynamoDbResponse callStale(String operation, DynamoDbRequest request) {
        return served(operation).call(request, Freshness.EARLIER);
    }

    /** Begins to keep each item as it was before its latest write, for {@link #callStale}. */
    public void keepEarlier() {
        keepEarlier.set(true);
    }

    private Operation<?> served(String name) {
        Operation<?> operation = operations.get(name);
        if (operation == null) {
            throw Errors.unknownOperation(name);
        }
        return operation;
    }
}
