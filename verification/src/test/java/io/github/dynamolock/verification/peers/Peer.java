package io.github.dynamolock.verification.peers;

import java.io.IOException;
import java.util.Optional;

/** A lock client, as much of it as is measured. */
interface Peer extends AutoCloseable {

    /** A lock that was granted; thread-bound where the client's locks are. */
    interface Lock {
        void release() throws Exception;

        /** What the client believes. */
        boolean isHeld();
    }

    /** One attempt, as cheap as the client has it; empty when another holds the lock. */
    Optional<Lock> attempt(String key) throws Exception;

    /** Waits until it is granted, for minutes, with the client's default settings. */
    Lock await(String key) throws Exception;

    @Override
    void close() throws IOException;
}
