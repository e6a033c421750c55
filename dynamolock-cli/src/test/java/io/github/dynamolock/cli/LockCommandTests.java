package io.github.dynamolock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Commands of the shell that run while a lock is held. */
@DisabledOnOs(OS.WINDOWS)
class LockCommandTests {

    private static final String UNTIL_THE_FILE_IS_THERE =
            "touch \"$0.began\"; while [ ! -e \"$0\" ]; do sleep 0.02; done";

    @TempDir
    private Path files;

    private Program program;

    @BeforeEach
    void open() throws InterruptedException {
        program = new Program();
    }

    @AfterEach
    void close() {
        program.close();
    }

    private static AwsServiceException accessDenied() {
        return DynamoDbException.builder()
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("AccessDeniedException")
                        .errorMessage("not allowed")
                        .build())
                .statusCode(400)
                .build();
    }

    private String file(String name) {
        return files.resolve(name).toString();
    }

    @ParameterizedTest
    @CsvSource({"exit 0, 0", "exit 3, 3", "exit 255, 255", "kill -9 $$, 137", "kill -15 $$, 143"})
    void theExitCodeIsTheCommands(String script, int code) throws InterruptedException {
        assertThat(program.run("lock", "k", "--", "sh", "-c", script)).isEqualTo(new Result(code, "", ""));
        assertThat(program.row("k").state()).isEqualTo(LockInfo.State.FREE);
    }

    @Test
    void theCommandKnowsTheKeyTheTokenAndTheOwner() throws Exception {
        String script =
                "printf '%s|%s|%s' \"$DYNAMOLOCK_KEY\" \"$DYNAMOLOCK_FENCING_TOKEN\" \"$DYNAMOLOCK_OWNER\" >\"$0\"";
        Result result = program.run("lock", "--owner", "nightly", "a key", "--", "sh", "-c", script, file("env"));
        assertThat(result.code()).isZero();
        assertThat(Files.readString(files.resolve("env")))
                .isEqualTo("a key|" + program.row("a key").fencingToken() + "|nightly");
    }

    @Test
    void theCommandsArgumentsReachItAsTheyAre() throws IOException {
        String script = "for a in \"$@\"; do printf '[%s]' \"$a\"; done >\"$0\"";
        Result result = program.run(
                "lock",
                "k",
                "--",
                "sh",
                "-c",
                script,
                file("args"),
                "@x",
                "",
                "--wait",
                "a b",
                "'q'",
                "\"r\"",
                "${K}",
                "--");
        assertThat(result.code()).isZero();
        assertThat(Files.readString(files.resolve("args"))).isEqualTo("[@x][][--wait][a b]['q'][\"r\"][${K}][--]");
    }

    @Test
    void theLockIsHeldForAsLongAsTheCommandRuns() throws Exception {
        CompletableFuture<Result> run =
                program.start("lock", "k", "--", "sh", "-c", UNTIL_THE_FILE_IS_THERE, file("go"));
        Program.awaitFile(files.resolve("go.began"));
        assertThat(program.client().tryAcquire("k")).isEmpty();
        Files.createFile(files.resolve("go"));
        assertThat(run.get(30, TimeUnit.SECONDS).code()).isZero();
        assertThat(program.client().tryAcquire("k")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"--nonblock, 1", "-n, 1", "-nE9, 9", "--wait=0s, 1", "--wait=50ms, 1"})
    void aCommandIsNotRunWhileAnotherHoldsTheLock(String option, int code) throws InterruptedException {
        LockHandle held = program.client().acquire("k");
        Result result = program.run("lock", option, "k", "--", "touch", file("ran"));
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.err())
                .contains("'k'", "'another'", "should that holder have died, who waits for longer than 20s gets it");
        assertThat(files).isEmptyDirectory();
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    void itWaitsUntilTheLockIsFree() throws Exception {
        LockHandle held = program.client().acquire("k");
        CompletableFuture<Result> run = program.start("lock", "k", "--", "touch", file("ran"));
        CompletableFuture<Result> limited = program.start("lock", "--wait", "30s", "k", "--", "touch", file("ran too"));
        assertThat(files).isEmptyDirectory();
        held.release();
        assertThat(run.get(30, TimeUnit.SECONDS).code()).isZero();
        assertThat(limited.get(30, TimeUnit.SECONDS).code()).isZero();
        assertThat(files).isDirectoryContaining("glob:**ran").isDirectoryContaining("glob:**ran too");
    }

    @Test
    void twentyAtOnceNeverOverlap() throws Exception {
        String alone = "mkdir \"$0\" || exit 9; sleep 0.02; rmdir \"$0\"";
        List<CompletableFuture<Result>> runs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            runs.add(program.start("lock", "--wait", "90s", "k", "--", "sh", "-c", alone, file("section")));
        }
        for (CompletableFuture<Result> run : runs) {
            assertThat(run.get(120, TimeUnit.SECONDS)).isEqualTo(new Result(0, "", ""));
        }
    }

    @Test
    void aLostLockStopsTheCommandAndWhatItHasStarted() throws Exception {
        String script = "sleep 60 & echo $! >\"$0\"; wait";
        CompletableFuture<Result> run =
                program.start("lock", "--lease", "4s", "k", "--", "sh", "-c", script, file("pid"));
        long pid = Program.awaitNumber(files.resolve("pid"));
        assertThat(ProcessHandle.of(pid)).isPresent();
        program.deleteRow("k");
        Result result = run.get(20, TimeUnit.SECONDS);
        assertThat(result.code()).isEqualTo(ExitCodes.LOST);
        assertThat(result.err()).contains("lock 'k' was lost (DELETED): the command is stopped");
        assertThat(ProcessHandle.of(pid).filter(process -> !ProcessTree.hasEnded(process)))
                .isEmpty();
    }

    @Test
    void aCommandThatDoesNotStopIsKilled() throws Exception {
        String script = "trap '' TERM; echo $$ >\"$0\"; while :; do sleep 0.1; done";
        CompletableFuture<Result> run = program.start(
                "lock", "--lease", "4s", "--kill-after", "100ms", "k", "--", "sh", "-c", script, file("pid"));
        long pid = Program.awaitNumber(files.resolve("pid"));
        program.deleteRow("k");
        assertThat(run.get(20, TimeUnit.SECONDS).code()).isEqualTo(ExitCodes.LOST);
        assertThat(ProcessHandle.of(pid).filter(process -> !ProcessTree.hasEnded(process)))
                .isEmpty();
    }

    @Test
    void aLossThatIsFoundOnlyAtTheEndOfTheCommandIsToldToo() throws Exception {
        CompletableFuture<Result> run =
                program.start("lock", "--lease", "10m", "k", "--", "sh", "-c", UNTIL_THE_FILE_IS_THERE, file("go"));
        Program.awaitFile(files.resolve("go.began"));
        program.deleteRow("k");
        Files.createFile(files.resolve("go"));
        Result result = run.get(30, TimeUnit.SECONDS);
        assertThat(result.code()).isEqualTo(ExitCodes.LOST);
        assertThat(result.err()).contains("was lost (DELETED)");
    }

    @Test
    void aReleaseThatFailsTakesNothingFromWhatTheCommandHasDone() throws Exception {
        CompletableFuture<Result> run =
                program.start("lock", "k", "--", "sh", "-c", UNTIL_THE_FILE_IS_THERE + "; exit 3", file("go"));
        Program.awaitFile(files.resolve("go.began"));
        program.dynamo.faults().on("UpdateItem").fail(accessDenied());
        Files.createFile(files.resolve("go"));
        Result result = run.get(30, TimeUnit.SECONDS);
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("lock 'k' could not be released and lapses with its lease");
    }

    @Test
    void aCommandThatIsNotThereOrCanNotBeExecutedFreesTheLock() throws Exception {
        Result absent = program.run("lock", "k", "--", file("no-such-command"));
        assertThat(absent.code()).isEqualTo(ExitCodes.NO_SUCH_COMMAND);
        assertThat(absent.err()).contains("no-such-command");
        assertThat(program.run("lock", "k", "--", "no-such-command-on-the-path").code())
                .isEqualTo(ExitCodes.NO_SUCH_COMMAND);
        Path text = Files.writeString(files.resolve("text"), "no program");
        assertThat(program.run("lock", "k", "--", text.toString()).code()).isEqualTo(ExitCodes.CAN_NOT_EXECUTE);
        assertThat(program.row("k").state()).isEqualTo(LockInfo.State.FREE);
    }

    @Test
    void aTableThatIsMissingOrOutOfReachIsNoConflict() {
        Result missing = program.run("lock", "--table", "none", "k", "--", "touch", file("ran"));
        assertThat(missing.code()).isEqualTo(ExitCodes.UNAVAILABLE);
        assertThat(missing.err()).contains("'none' does not exist");
        program.dynamo.close();
        Result away = program.run("lock", "-n", "k", "--", "touch", file("ran"));
        assertThat(away.code()).isEqualTo(ExitCodes.UNAVAILABLE);
        assertThat(away.err()).contains("could not be reached");
        assertThat(files).isEmptyDirectory();
    }

    @Test
    void aLockInAnApplicationsOwnTableAndAnotherRowFormat() throws Exception {
        try (Program other =
                new Program(LockTable.named("orders").partitionKey("pk").sortKey("sk", "lock"))) {
            String[] options = {
                "--table", "orders", "--partition-key", "pk", "--sort-key", "sk=lock", "--row-format", "distrlock"
            };
            List<String> args = new ArrayList<>(List.of("lock"));
            args.addAll(List.of(options));
            args.addAll(List.of("k", "--", "sh", "-c", "exit 4"));
            assertThat(other.run(args.toArray(String[]::new)).code()).isEqualTo(4);
            assertThat(other.dynamo.client().scan(s -> s.tableName("orders")).items())
                    .isEmpty();
        }
    }
}
