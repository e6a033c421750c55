package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.WaitingLock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The locks of an application. Instants and durations are ISO-8601 text, whatever the application's JSON settings.
 *
 * @param clients its lock clients, by bean name
 */
public record LocksDescriptor(Map<String, Client> clients) implements OperationResponseBody {

    /**
     * The locks of one client.
     *
     * @param ownerName the name it writes into its rows
     * @param table the table's name
     * @param held what it holds
     * @param waiting what waits in it
     */
    public record Client(String ownerName, String table, List<Held> held, List<Waiting> waiting) {

        static Client of(LockClient client) {
            return new Client(
                    client.ownerName(),
                    client.tableName(),
                    client.heldLocks().stream().map(Held::of).toList(),
                    client.waitingLocks().stream().map(Waiting::of).toList());
        }
    }

    /**
     * A held lock.
     *
     * @param key the key as text
     * @param name the name for metrics, or null
     * @param fencingToken the token of this hold
     * @param acquiredAt when it was granted
     * @param heldFor how long it has been held
     * @param remainingLease how long it stays held without a further renewal
     * @param lastRenewedAt when the last write that reached the table was sent
     * @param renewals how many renewals have reached the table
     * @param thread the name of the thread that asked for it
     */
    public record Held(
            String key,
            @Nullable String name,
            long fencingToken,
            String acquiredAt,
            String heldFor,
            String remainingLease,
            String lastRenewedAt,
            long renewals,
            String thread) {

        static Held of(HeldLock lock) {
            return new Held(
                    lock.key(),
                    lock.name(),
                    lock.fencingToken(),
                    lock.acquiredAt().toString(),
                    lock.heldFor().toString(),
                    lock.remainingLease().toString(),
                    lock.lastRenewedAt().toString(),
                    lock.renewals(),
                    lock.thread());
        }
    }

    /**
     * An acquisition that waits.
     *
     * @param key the key as text
     * @param name the name for metrics, or null
     * @param since when it began
     * @param waitedFor how long it has waited
     * @param thread the name of the thread that asked for it
     */
    public record Waiting(String key, @Nullable String name, String since, String waitedFor, String thread) {

        static Waiting of(WaitingLock lock) {
            return new Waiting(
                    lock.key(),
                    lock.name(),
                    lock.since().toString(),
                    lock.waitedFor().toString(),
                    lock.thread());
        }
    }
}
