package io.github.dynamolock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own: its input, its outputs, and signals to it. */
@DisabledOnOs(OS.WINDOWS)
class MainProcessTests {

    private static final long LIMIT_SECONDS = 60;

    @TempDir
    private Path files;

    private Program program;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void open() throws InterruptedException {
        program = new Program();
    }

    @AfterEach
    void close() {
        started.forEach(Process::destroyForcibly);
        program.close();
    }

    private Process start(String... args) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(program.withEndpoint(args));
        Process process = new ProcessBuilder(line)
                .redirectError(files.resolve("err").toFile())
                .start();
        started.add(process);
        return process;
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void theCommandHasThisProcessesInputAndOutputs() throws Exception {
        Process process = start("lock", "k", "--", "sh", "-c", "cat; echo wrong >&2; exit 5");
        try (Writer input = process.outputWriter(StandardCharsets.UTF_8)) {
            input.write("a line\n");
        }
        assertThat(exitCode(process)).isEqualTo(5);
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("a line\n");
        assertThat(Files.readString(files.resolve("err"))).isEqualTo("wrong\n");
    }

    @Test
    void aSignalIsPassedOnAndTheLockIsHeldUntilTheCommandHasEnded() throws Exception {
        File file = files.resolve("pid").toFile();
        String script = "trap 'while [ ! -e \"$0.go\" ]; do sleep 0.05; done; exit 7' TERM; echo $$ >\"$0\";"
                + " while :; do sleep 0.05; done";
        Process process = start("lock", "k", "--", "sh", "-c", script, file.getPath());
        Program.awaitNumber(file.toPath());
        process.destroy();
        assertThat(process.waitFor(300, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(program.client().tryAcquire("k")).isEmpty();
        Files.createFile(files.resolve("pid.go"));
        assertThat(exitCode(process)).isEqualTo(7);
        assertThat(program.row("k").state()).isEqualTo(LockInfo.State.FREE);
    }

    @Test
    void aSignalWhileItWaitsEndsTheWait() throws Exception {
        LockHandle held = program.client().acquire("k");
        program.dynamo.calls().reset();
        Process process = start("lock", "k", "--", "touch", files.resolve("ran").toString());
        Awaitility.await()
                .atMost(Duration.ofSeconds(LIMIT_SECONDS))
                .until(() -> program.dynamo.calls().count("GetItem") > 0);
        process.destroy();
        assertThat(exitCode(process)).isEqualTo(143);
        assertThat(files.resolve("ran")).doesNotExist();
        assertThat(held.isHeld()).isTrue();
        held.release();
        assertThat(program.client().tryAcquire("k")).isPresent();
    }
}
