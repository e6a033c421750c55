package io.github.dynamolock.local;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program: a {@link LocalDynamoDb} with an endpoint on the loopback address, until the process is stopped.
 *
 * <pre>{@code
 * java -cp ... io.github.dynamolock.local.Main --port 8000 --file locks.data
 * }</pre>
 *
 * <p>{@code --port} is the port, 8000 by default; 0 takes any that is free. {@code --file} keeps tables and items beyond the
 * process, as {@link LocalDynamoDb.Builder#file} tells; without it they are gone when it ends. When it listens it prints one
 * line that ends with its address. Arguments that it does not know, a port in use and a file that it can't use are told on
 * the standard error, and it ends with exit code 2.
 */
public final class Main {
    private static final int DEFAULT_PORT = 8000;
    private static final int MAX_PORT = 65_535;
    private static final int USAGE = 2;

    private Main() {}

    /** Starts the endpoint. Returns when it listens; the server's thread keeps the process running. */
    public static void main(String[] args) {
        try {
            LocalEndpoint endpoint = start(Options.of(List.of(args)));
            System.out.println("dynamolock-local listens on " + endpoint.uri());
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            System.err.println("dynamolock-local: " + e.getMessage());
            System.exit(USAGE);
        }
    }

    private static LocalEndpoint start(Options options) {
        LocalDynamoDb.Builder database = LocalDynamoDb.builder();
        if (options.file() != null) {
            database.file(options.file());
        }
        return database.build().serve(options.port());
    }

    /** What the command line says. */
    record Options(int port, @Nullable Path file) {

        static Options of(List<String> args) {
            int port = DEFAULT_PORT;
            Path file = null;
            Iterator<String> rest = args.iterator();
            while (rest.hasNext()) {
                String option = rest.next();
                switch (option) {
                    case "--port" -> port = number(after(option, "number", rest));
                    case "--file" -> file = Path.of(after(option, "path", rest));
                    default ->
                        throw new IllegalArgumentException(
                                "Unknown argument " + option + "; there are --port NUMBER and --file PATH");
                }
            }
            return new Options(port, file);
        }

        private static String after(String option, String what, Iterator<String> rest) {
            if (!rest.hasNext()) {
                throw new IllegalArgumentException(option + " needs a " + what + " after it");
            }
            return rest.next();
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
}
