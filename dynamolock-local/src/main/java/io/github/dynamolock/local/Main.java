package io.github.dynamolock.local;

import java.util.Iterator;
import java.util.List;

/**
 * The program: a {@link LocalDynamoDb} with an endpoint on the loopback address, until the process is stopped.
 *
 * <pre>{@code
 * java -cp ... io.github.dynamolock.local.Main --port 8000
 * }</pre>
 *
 * <p>{@code --port} is the port, 8000 by default; 0 takes any that is free. When it listens it prints one line that ends
 * with its address. Arguments that it does not know, and a port in use, are told on the standard error, and it ends with
 * exit code 2. Tables are in memory: they are gone when it ends.
 */
public final class Main {
    private static final int DEFAULT_PORT = 8000;
    private static final int MAX_PORT = 65_535;
    private static final int USAGE = 2;

    private Main() {}

    /** Starts the endpoint. Returns when it listens; the server's thread keeps the process running. */
    public static void main(String[] args) {
        try {
            LocalEndpoint endpoint = LocalDynamoDb.create().serve(port(List.of(args)));
            System.out.println("dynamolock-local listens on " + endpoint.uri());
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.err.println("dynamolock-local: " + e.getMessage());
            System.exit(USAGE);
        }
    }

    static int port(List<String> args) {
        int port = DEFAULT_PORT;
        Iterator<String> rest = args.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            if (!option.equals("--port")) {
                throw new IllegalArgumentException("Unknown argument " + option + "; the only one is --port NUMBER");
            }
            if (!rest.hasNext()) {
                throw new IllegalArgumentException("--port needs a number after it");
            }
            port = number(rest.next());
        }
        return port;
    }

    private static int number(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Told below, as a number out of range is.
        }
        throw new IllegalArgumentException("--port " + text + " is no port; give a number from 0 to " + MAX_PORT);
    }
}
