package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.spring.leader.LeaderElectors;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Shows the locks of this application's clients, where its leader electors stand, and single rows of their tables; frees
 * locks by force where it is allowed to.
 *
 * <p>Keys are shown as {@link DynamoLocksEndpointProperties} say. A row's payload and further attributes are not shown,
 * only that they are there.
 */
@Endpoint(id = "dynamolocks", defaultAccess = Access.READ_ONLY)
public class DynamoLocksEndpoint {

    private final Map<String, LockClient> clients;
    private final LeaderElectors electors;
    private final ShownKeys keys;

    /** For these clients, by bean name, without electors, and with keys as they are. */
    public DynamoLocksEndpoint(Map<String, LockClient> clients) {
        this(clients, new LeaderElectors(Map.of()), new ShownKeys(new Sanitizer(), Show.ALWAYS, Set.of()));
    }

    DynamoLocksEndpoint(Map<String, LockClient> clients, LeaderElectors electors, ShownKeys keys) {
        this.clients = Map.copyOf(clients);
        this.electors = electors;
        this.keys = keys;
    }

    /** What each client holds and waits for now, and where each elector stands. Makes no call to DynamoDB. */
    @ReadOperation
    public LocksDescriptor locks() {
        return LocksDescriptor.of(clients, electors, keys.toOperators());
    }

    LocksDescriptor locks(SecurityContext context) {
        return LocksDescriptor.of(clients, electors, keys.to(context));
    }

    /**
     * The row of a key as each client reads it; null when no client has one. A key may have slashes, but here no empty part
     * between two or at the end.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    @ReadOperation
    public @Nullable LockRowsDescriptor row(@Selector(match = Selector.Match.ALL_REMAINING) String[] key)
            throws InterruptedException {
        return row(String.join("/", key));
    }

    @Nullable
    LockRowsDescriptor row(String key) throws InterruptedException {
        Map<String, LockRowsDescriptor.Row> rows = new TreeMap<>();
        for (Map.Entry<String, LockClient> client : clients.entrySet()) {
            LockRowsDescriptor.Row row = row(client.getValue(), key);
            if (row != null) {
                rows.put(client.getKey(), row);
            }
        }
        return rows.isEmpty() ? null : new LockRowsDescriptor(rows);
    }

    /**
     * Frees the lock of a key, whoever holds it: see {@link LockClient#forceRelease}. The key is as for {@link #row}.
     *
     * @param client the bean name of the lock client; needed where several have a row of the key
     * @throws InterruptedException when the thread is interrupted; a call that was made goes on
     */
    @DeleteOperation
    public ForcedReleaseDescriptor forceRelease(
            @Selector(match = Selector.Match.ALL_REMAINING) String[] key, @Nullable String client)
            throws InterruptedException {
        return forceRelease(String.join("/", key), client, "an operator");
    }

    ForcedReleaseDescriptor forceRelease(String key, @Nullable String client, String by) throws InterruptedException {
        return new ForcedReleases(clients).release(key, client, by);
    }

    private static LockRowsDescriptor.@Nullable Row row(LockClient client, String key) throws InterruptedException {
        try {
            return client.find(key).map(LockRowsDescriptor.Row::of).orElse(null);
        } catch (IllegalArgumentException | LockException unreadable) {
            return LockRowsDescriptor.Row.unreadable(key, String.valueOf(unreadable.getMessage()));
        }
    }
}
