package io.github.dynamolock.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The command: started at most once, and never after it was to be stopped. Thread-safe. */
final class Child {

    private final List<String> command;

    /** Guarded by this. */
    private @Nullable Process process;

    /** The process, and what it has started, once they are to end. Guarded by this. */
    private @Nullable ProcessTree ending;

    /** Guarded by this. */
    private boolean stopping;

    Child(List<String> command) {
        this.command = List.copyOf(command);
    }

    /**
     * Starts it on this process's own input and outputs, and waits for its end; for that of what it has started too, if they
     * are asked to end meanwhile.
     *
     * @return its exit code, or null when it was to be stopped before it was started
     */
    @Nullable
    Integer run(Map<String, String> environment) throws IOException, InterruptedException {
        Process started = start(environment);
        if (started == null) {
            return null;
        }
        int code = started.waitFor();
        ProcessTree tree = ending();
        if (tree != null) {
            tree.join();
        }
        return code;
    }

    /**
     * Whether there is such a file: looked for as {@code execvp} does, since how the JDK words a failed start differs from
     * one release to the next.
     */
    boolean isFound() {
        String program = command.get(0);
        if (program.contains(File.separator)) {
            return Files.exists(Path.of(program));
        }
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator, -1))
                .anyMatch(directory -> Files.isRegularFile(Path.of(directory, program)));
    }

    private synchronized @Nullable Process start(Map<String, String> environment) throws IOException {
        if (!stopping) {
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment().putAll(environment);
            process = builder.start();
        }
        return process;
    }

    private synchronized @Nullable ProcessTree ending() {
        return ending;
    }

    /** Asks it and what it has started to end; null when it was not started, and now never will be. */
    synchronized @Nullable ProcessTree terminate() {
        stopping = true;
        if (process == null) {
            return null;
        }
        if (ending == null) {
            ending = new ProcessTree(process.toHandle());
        }
        ending.terminate();
        return ending;
    }

    /** Asks it and what it has started to end, and kills what has not ended within the limit. */
    void stop(Duration limit) throws InterruptedException {
        ProcessTree tree = terminate();
        if (tree != null) {
            tree.killAfter(limit);
        }
    }
}
