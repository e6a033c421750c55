package io.github.dynamolock.verification.differential;

import java.io.IOException;

/** A DynamoDB that is asked one request after the other. */
interface Peer extends AutoCloseable {
    void send(Call call) throws IOException;

    /** The answer to what was sent last. */
    Answer receive() throws IOException;

    default Answer ask(Call call) throws IOException {
        send(call);
        return receive();
    }

    @Override
    void close() throws IOException;
}
