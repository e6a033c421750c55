package io.github.dynamolock.local;

import java.net.URI;

/**
 * An HTTP endpoint of a {@link LocalDynamoDb} on the loopback address, for any AWS SDK.
 *
 * <p>It speaks DynamoDB's protocol, AWS JSON 1.0 over plain HTTP. Point an SDK at {@link #uri()}; any region and any
 * credentials will do, because signatures are not checked; the access key id is the name by which faults tell the client
 * from others. Requests of more than 16 MiB are refused.
 *
 * <p>It leaves closing idle connections to the clients. The AWS SDK for Go can still lose an answer by itself, now and
 * then: it may close a connection on which the answer is coming in ("use of closed network connection"). By
 * default it tries again, so a conditional write may be sent twice.
 *
 * <p>Thread-safe.
 */
public final class LocalEndpoint implements AutoCloseable {
    private final HttpFront front;

    LocalEndpoint(HttpFront front) {
        this.front = front;
    }

    /** Where it listens, such as {@code http://127.0.0.1:8000}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** The port it listens on. */
    public int port() {
        return front.port();
    }

    /** Stops listening and closes all connections. Calls being served get no answer. Closing twice does nothing. */
    @Override
    public void close() {
        front.close();
    }

    @Override
    public String toString() {
        return "LocalEndpoint " + uri();
    }
}
