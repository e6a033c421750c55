package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Shows the locks of this application's clients, and single rows of their tables.
 *
 * <p>Keys are shown as they are: let only those see the endpoint who may see what the keys are made of. A row's payload and
 * further attributes are not shown, only that they are there.
 */
@Endpoint(id = "dynamolocks", defaultAccess = Access.READ_ONLY)
public class DynamoLocksEndpoint {

    private final Map<String, LockClient> clients;

    /** For these clients, by bean name. */
    public DynamoLocksEndpoint(Map<String, LockClient> clients) {
        this.clients = Map.copyOf(clients);
    }

    /** What each client holds and waits for now. Makes no call to DynamoDB. */
    @ReadOperation
    public LocksDescriptor locks() {
        Map<String, LocksDescriptor.Client> described = new TreeMap<>();
        clients.forEach((name, client) -> described.put(name, LocksDescriptor.Client.of(client)));
        return new LocksDescriptor(described);
    }

    /**
     * The row of a key as each client reads it; null when no client has one. A key may have slashes, but no empty part
     * between two.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    @ReadOperation
    public @Nullable LockRowsDescriptor row(@Selector(match = Selector.Match.ALL_REMAINING) String[] key)
            throws InterruptedException {
        String joined = String.join("/", key);
        Map<String, LockRowsDescriptor.Row> rows = new TreeMap<>();
        for (Map.Entry<String, LockClient> client : clients.entrySet()) {
            LockRowsDescriptor.Row row = row(client.getValue(), joined);
            if (row != null) {
                rows.put(client.getKey(), row);
            }
        }
        return rows.isEmpty() ? null : new LockRowsDescriptor(rows);
    }

    private static LockRowsDescriptor.@Nullable Row row(LockClient client, String key) throws InterruptedException {
        try {
            return client.find(key).map(LockRowsDescriptor.Row::of).orElse(null);
        } catch (IllegalArgumentException | LockException unreadable) {
            return LockRowsDescriptor.Row.unreadable(key, String.valueOf(unreadable.getMessage()));
        }
    }
}
