package io.github.dynamolock.local;

import org.jspecify.annotations.Nullable;

/** The names by which faults tell HTTP clients apart: the access key ids with which they sign. */
final class ClientNames {
    private static final String CREDENTIAL = "Credential=";
    private static final String UNSIGNED = "unsigned";

    private ClientNames() {}

    /**
     * The name of the client that sends a request.
     *
     * @param authorization the header with its signature, or null when it is not signed
     */
    static String of(@Nullable String authorization) {
        if (authorization == null) {
            return UNSIGNED;
        }
        int start = authorization.indexOf(CREDENTIAL);
        int end = start < 0 ? -1 : authorization.indexOf('/', start);
        return end < 0 ? UNSIGNED : authorization.substring(start + CREDENTIAL.length(), end);
    }
}
