package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.spring.endpoint.ForcedReleaseDescriptor.Outcome;
import io.github.dynamolock.table.Escapes;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Frees the lock of a key: looks at its row, and frees that version of it and no other. */
final class ForcedReleases {

    private static final Logger LOGGER = LoggerFactory.getLogger(DynamoLocksEndpoint.class);

    private static final int ATTEMPTS = 5;

    private final Map<String, LockClient> clients;

    ForcedReleases(Map<String, LockClient> clients) {
        this.clients = clients;
    }

    /**
     * Frees the lock, if exactly one of the clients has its row.
     *
     * @param named the bean name of the client, or null to look in all
     * @param by who wants it, for the log
     */
    ForcedReleaseDescriptor release(String key, @Nullable String named, String by) throws InterruptedException {
        LockClient client = named == null ? null : clients.get(named);
        if (named != null && client == null) {
            return without(Outcome.UNKNOWN_CLIENT, key, "there is no lock client '" + named + "', only " + names());
        }
        Map<String, LockClient> asked = named == null || client == null ? clients : Map.of(named, client);
        Map<String, LockInfo> rows = new TreeMap<>();
        for (Map.Entry<String, LockClient> candidate : asked.entrySet()) {
            try {
                candidate.getValue().find(key).ifPresent(row -> rows.put(candidate.getKey(), row));
            } catch (IllegalArgumentException noKeyOfThisTable) {
                // So there is no such row.
            } catch (LockException failure) {
                return without(Outcome.FAILED, key, candidate.getKey() + ": " + failure.getMessage());
            }
        }
        if (rows.isEmpty()) {
            return without(Outcome.NOT_FOUND, key, "there is no row of this key: nobody holds it");
        }
        if (rows.size() > 1) {
            return without(
                    Outcome.AMBIGUOUS,
                    key,
                    "several clients have a row of this key: name one of " + rows.keySet()
                            + " in the parameter client");
        }
        String found = rows.keySet().iterator().next();
        return release(found, Objects.requireNonNull(asked.get(found)), Objects.requireNonNull(rows.get(found)), by);
    }

    /** A holder that renews between the look and the write is still the one that was looked at, so it is tried again. */
    private ForcedReleaseDescriptor release(String name, LockClient client, LockInfo first, String by)
            throws InterruptedException {
        if (first.released()) {
            return of(Outcome.ALREADY_FREE, name, first, "it is free; nothing was changed");
        }
        try {
            Optional<LockInfo> row = Optional.of(first);
            for (int attempt = 0; attempt < ATTEMPTS && row.isPresent(); attempt++) {
                LockInfo seen = row.get();
                if (client.forceRelease(seen)) {
                    log(name, seen, by);
                    return of(
                            Outcome.FREED,
                            name,
                            seen,
                            "freed; its holder is told at its next renewal, and may run on until then");
                }
                row = client.find(first.key()).filter(again -> isSameHold(first, again));
            }
        } catch (LockException failure) {
            return of(Outcome.FAILED, name, first, String.valueOf(failure.getMessage()));
        }
        return of(
                Outcome.CHANGED,
                name,
                first,
                "not freed: it was renewed, released or taken since it was read; look again");
    }

    private static boolean isSameHold(LockInfo first, LockInfo row) {
        return !row.released() && row.fencingToken() == first.fencingToken();
    }

    private static void log(String client, LockInfo row, String by) {
        LOGGER.warn(
                "lock '{}' of lock client '{}' was freed by force, by {}: it was held by '{}' with fencing token {}",
                Escapes.escape(row.key()),
                client,
                Escapes.escape(by),
                Escapes.escape(row.ownerName()),
                row.fencingToken());
    }

    private String names() {
        return new TreeMap<>(clients).keySet().toString();
    }

    private static ForcedReleaseDescriptor of(Outcome outcome, String client, LockInfo row, String message) {
        return new ForcedReleaseDescriptor(outcome, row.key(), client, row.ownerName(), row.fencingToken(), message);
    }

    private static ForcedReleaseDescriptor without(Outcome outcome, String key, String message) {
        return new ForcedReleaseDescriptor(outcome, key, null, null, null, message);
    }
}
