package io.github.dynamolock.verification.bench;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A DynamoDB for development in a process of its own. */
final class DatabaseServer implements AutoCloseable {
    private final String name;
    private final int port;
    private final Process process;

    private DatabaseServer(String name, int port, Process process) {
        this.name = name;
        this.port = port;
        this.process = process;
    }

    /** Ours. */
    static DatabaseServer local() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        int port = freePort();
        return start("dynamolock-local", port, List.of(java, "-cp", classPath, LocalServer.class.getName(), "" + port));
    }

    /** Another that is installed: a command on the path, which takes a port; empty when it is not there. */
    static Optional<DatabaseServer> installed(String command, String... arguments) throws IOException {
        Optional<Path> file = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, command))
                .filter(Files::isExecutable)
                .findFirst();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        int port = freePort();
        List<String> line = new ArrayList<>(List.of(file.get().toString()));
        line.addAll(List.of(arguments));
        line.add("" + port);
        return Optional.of(start(command, port, line));
    }

    private static DatabaseServer start(String name, int port, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        DatabaseServer server = new DatabaseServer(name, port, process);
        try {
            Awaitility.await(name)
                    .atMost(Duration.ofMinutes(1))
                    .ignoreException(ConnectException.class)
                    .until(() -> {
                        new Socket(InetAddress.getLoopbackAddress(), port).close();
                        return true;
                    });
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    String name() {
        return name;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The processor time that the server has taken. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
