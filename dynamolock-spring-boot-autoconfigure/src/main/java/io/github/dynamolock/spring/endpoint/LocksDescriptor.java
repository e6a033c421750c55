package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.Term;
import io.github.dynamolock.WaitingLock;
import io.github.dynamolock.spring.leader.LeaderElectors;
import io.github.dynamolock.table.Escapes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The locks of an application. Instants and durations are ISO-8601 text, whatever the application's JSON settings.
 *
 * @param clients its lock clients, by bean name
 * @param leadership its leader electors, by name
 */
public record LocksDescriptor(Map<String, Client> clients, Map<String, Elector> leadership)
        implements OperationResponseBody {

    static LocksDescriptor of(
            Map<String, LockClient> clients, LeaderElectors electors, UnaryOperator<String> shownKeys) {
        Map<String, Client> described = new TreeMap<>();
        clients.forEach((name, client) -> described.put(name, Client.of(client, shownKeys)));
        Map<String, Elector> leadership = new TreeMap<>();
        electors.byName().forEach((name, elector) -> leadership.put(name, Elector.of(elector, shownKeys)));
        return new LocksDescriptor(described, leadership);
    }

    private static @Nullable String shownName(@Nullable String name) {
        return name == null ? null : Escapes.whole(name);
    }

    /**
     * The locks of one client.
     *
     * @param ownerName the name it writes into its rows
     * @param table the table's name
     * @param held what it holds
     * @param waiting what waits in it
     */
    public record Client(String ownerName, String table, List<Held> held, List<Waiting> waiting) {

        static Client of(LockClient client, UnaryOperator<String> shownKeys) {
            return new Client(
                    Escapes.whole(client.ownerName()),
                    client.tableName(),
                    client.heldLocks().stream()
                            .map(lock -> Held.of(lock, shownKeys))
                            .toList(),
                    client.waitingLocks().stream()
                            .map(lock -> Waiting.of(lock, shownKeys))
                            .toList());
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

        static Held of(HeldLock lock, UnaryOperator<String> shownKeys) {
            return new Held(
                    shownKeys.apply(lock.key()),
                    shownName(lock.name()),
                    lock.fencingToken(),
                    lock.acquiredAt().toString(),
                    lock.heldFor().toString(),
                    lock.remainingLease().toString(),
                    lock.lastRenewedAt().toString(),
                    lock.renewals(),
                    Escapes.whole(lock.thread()));
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

        static Waiting of(WaitingLock lock, UnaryOperator<String> shownKeys) {
            return new Waiting(
                    shownKeys.apply(lock.key()),
                    shownName(lock.name()),
                    lock.since().toString(),
                    lock.waitedFor().toString(),
                    Escapes.whole(lock.thread()));
        }
    }

    /**
     * A leader elector.
     *
     * @param key the key that it campaigns for, as text
     * @param state where it stands
     * @param leader whether this process leads
     * @param fencingToken the token of the term, or null when it does not lead
     * @param since when the term began, or null when it does not lead
     */
    public record Elector(
            String key,
            LeaderElector.State state,
            boolean leader,
            @Nullable Long fencingToken,
            @Nullable String since) {

        static Elector of(LeaderElector elector, UnaryOperator<String> shownKeys) {
            Optional<Term> term = elector.term();
            return new Elector(
                    shownKeys.apply(elector.key()),
                    term.isPresent() ? LeaderElector.State.LEADER : elector.state(),
                    term.isPresent(),
                    term.map(Term::fencingToken).orElse(null),
                    term.map(Term::since).map(Instant::toString).orElse(null));
        }
    }
}
