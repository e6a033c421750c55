package io.github.dynamolock.verification.interop;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Another lock client, as the tests drive it. It holds at most one lock of each key at a time. */
interface Other extends AutoCloseable {

    /**
     * What to acquire.
     *
     * @param key the lock's key
     * @param patience how long to wait beyond the lease of whoever holds it; zero is one try
     * @param mortal whether nobody renews it, so that it ends as a dead holder's does
     * @param data payload to store if there is none, or null
     * @param attributes further attributes of type S
     */
    record Ask(
            String key,
            Duration patience,
            boolean mortal,
            @Nullable String data,
            Map<String, String> attributes) {

        static Ask once(String key) {
            return waiting(key, Duration.ZERO);
        }

        static Ask waiting(String key, Duration patience) {
            return new Ask(key, patience, false, null, Map.of());
        }

        static Ask mortal(String key) {
            return new Ask(key, Duration.ZERO, true, null, Map.of());
        }

        Ask withData(String payload) {
            return new Ask(key, patience, mortal, payload, attributes);
        }

        Ask with(String name, String value) {
            return new Ask(key, patience, mortal, data, Map.of(name, value));
        }
    }

    /**
     * What was granted.
     *
     * @param data the payload that the client shows, empty when there is none
     * @param attributes the further attributes of type S that it shows
     */
    record Grant(String data, Map<String, String> attributes) {}

    /** The lock, or empty when another holds it. Fails when the client can't make sense of the row. */
    Optional<Grant> acquire(Ask ask) throws Exception;

    /** Releases the lock acquired last under this key; false when the client says that it was not its any more. */
    boolean release(String key) throws Exception;

    /** What the client shows of a row without acquiring it; empty when it shows none. */
    Optional<Grant> look(String key) throws Exception;

    @Override
    void close() throws IOException;
}
