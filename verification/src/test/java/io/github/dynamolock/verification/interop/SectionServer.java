package io.github.dynamolock.verification.interop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Lets other processes report their {@link Sections}: {@code /now}, {@code /enter}, {@code /still}, {@code /leave}. */
final class SectionServer implements AutoCloseable {

    private final Sections sections;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    SectionServer(Sections sections) throws IOException {
        this.sections = sections;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] answer = answer(exchange.getRequestURI()).getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, answer.length);
        // Closing the exchange instead would close the connection, which the caller is about to use again.
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private String answer(URI call) {
        Map<String, String> given = new HashMap<>();
        if (call.getQuery() != null && !call.getQuery().isEmpty()) {
            for (String pair : call.getQuery().split("&", -1)) {
                given.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
        }
        switch (call.getPath()) {
            case "/enter" -> {
                return Integer.toString(
                        sections.enter(value(given, "key"), Sections.Side.THEIRS, value(given, "process"), 0));
            }
            case "/still" -> sections.still(id(given), Long.parseLong(value(given, "at")));
            case "/leave" -> sections.leave(id(given), value(given, "crashed").equals("true"));
            default -> {}
        }
        return Long.toString(sections.now());
    }

    private static int id(Map<String, String> given) {
        return Integer.parseInt(value(given, "id"));
    }

    private static String value(Map<String, String> given, String name) {
        String value = given.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no " + name);
        }
        return value;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
