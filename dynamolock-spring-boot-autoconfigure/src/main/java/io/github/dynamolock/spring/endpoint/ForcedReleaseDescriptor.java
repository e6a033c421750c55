package io.github.dynamolock.spring.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What became of a wish to free a lock, whoever holds it.
 *
 * @param outcome what became of it
 * @param key the key as it was given
 * @param client the bean name of the client whose row it was, or null when there is no such row
 * @param ownerName who held it, or held it last; null when there is no such row
 * @param fencingToken the token of that hold; null when there is no such row
 * @param message the outcome in words
 */
public record ForcedReleaseDescriptor(
        Outcome outcome,
        String key,
        @Nullable String client,
        @Nullable String ownerName,
        @Nullable Long fencingToken,
        String message)
        implements OperationResponseBody {

    /** What became of a wish to free a lock. */
    public enum Outcome {
        /** It was held, and this request freed it. */
        FREED(200),
        /** Nobody held it; nothing was changed. */
        ALREADY_FREE(200),
        /** It was released or taken, or renewed again and again, between look and write. Nothing was changed. */
        CHANGED(409),
        /** No client has a row of this key. */
        NOT_FOUND(404),
        /** Several clients have a row of this key, and the request named none. Nothing was changed. */
        AMBIGUOUS(400),
        /** There is no lock client of the name that the request has. */
        UNKNOWN_CLIENT(404),
        /** The table could not be used; the lock may be free all the same. */
        FAILED(503);

        private final int status;

        Outcome(int status) {
            this.status = status;
        }

        int status() {
            return status;
        }
    }
}
