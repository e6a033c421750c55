package io.github.dynamolock.local;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamolock.local.value.Errors;
import io.github.dynamolock.local.wire.JsonReader;
import io.github.dynamolock.local.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The HTTP front: reads a request, calls the dispatcher, and writes what it answers, or closes the connection. */
final class HttpFront {
    private static final int MAX_BODY = 16 * 1024 * 1024;
    private static final String TARGET_PREFIX = "DynamoDB_20120810.";
    private static final AtomicInteger THREADS = new AtomicInteger();

    static {
        ServerProperties.set();
    }

    private final Dispatcher dispatcher;
    private final HttpServer server;
    private final ExecutorService threads;

    private HttpFront(Dispatcher dispatcher, HttpServer server, ExecutorService threads) {
        this.dispatcher = dispatcher;
        this.server = server;
        this.threads = threads;
    }

    static HttpFront start(Dispatcher dispatcher, int port) {
        HttpServer server;
        try {
            server = HttpServer.create(
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        } catch (BindException e) {
            throw new IllegalStateException(
                    "Port " + port + " on 127.0.0.1 is in use; choose another, or 0 for any free one", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Unbounded, so that calls which a fault holds never keep others from being served.
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "dynamolock-local-http-" + THREADS.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        HttpFront front = new HttpFront(dispatcher, server, threads);
        server.setExecutor(threads);
        server.createContext("/", front::handle);
        server.start();
        return front;
    }

    int port() {
        return server.getAddress().getPort();
    }

    void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            HttpAnswer answer = answer(exchange);
            if (answer != null) {
                answer.send(exchange);
            }
        }
    }

    /** What to answer, or null to close the connection without one. */
    private @Nullable HttpAnswer answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            drain(exchange.getRequestBody());
            return HttpAnswer.health(exchange.getRequestMethod());
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            drain(exchange.getRequestBody());
            return HttpAnswer.tooLarge(MAX_BODY);
        }
        try {
            Headers headers = exchange.getRequestHeaders();
            String client = ClientNames.of(headers.getFirst("Authorization"));
            return HttpAnswer.success(call(client, headers.getFirst("X-Amz-Target"), body));
        } catch (AwsServiceException e) {
            return HttpAnswer.error(e);
        } catch (SdkClientException e) {
            return null;
        } catch (RuntimeException e) {
            System.getLogger(HttpFront.class.getName()).log(System.Logger.Level.ERROR, "A call failed", e);
            return HttpAnswer.error(Errors.internalServerError());
        }
    }

    private SdkPojo call(String client, @Nullable String target, byte[] body) {
        String operation =
                target != null && target.startsWith(TARGET_PREFIX) ? target.substring(TARGET_PREFIX.length()) : target;
        if (operation == null || operation.equals(target)) {
            throw Errors.unknownOperation(String.valueOf(target));
        }
        return dispatcher.call(client, operation, read(operation, body), Patience.endless());
    }

    private DynamoDbRequest read(String operation, byte[] body) {
        DynamoDbRequest.Builder builder = dispatcher.newRequest(operation);
        // Null when there is nothing to parse.
        @Nullable JsonNode json;
        try {
            json = JsonNode.parser().parse(body);
        } catch (RuntimeException e) {
            throw Errors.serialization("The body is no JSON");
        }
        if (json == null) {
            throw Errors.serialization("The body is empty");
        }
        try {
            JsonReader.fill((SdkPojo) builder, json);
        } catch (WireException e) {
            throw e.isUnknownMember()
                    ? Errors.validation(e.getMessage() + " of " + operation)
                    : Errors.serialization(String.valueOf(e.getMessage()));
        }
        return builder.build();
    }

    /** Reads on to the end: a connection that closes with bytes unread is reset, which can take the answer with it. */
    private static void drain(InputStream body) throws IOException {
        body.transferTo(OutputStream.nullOutputStream());
    }
}
