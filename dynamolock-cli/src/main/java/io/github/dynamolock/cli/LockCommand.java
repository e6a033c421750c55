package io.github.dynamolock.cli;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Runs a command while it holds a lock. */
@Command(
        name = "lock",
        description = "Runs a command while it holds the lock of a key.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        customSynopsis = "dynamolock lock [OPTION]... KEY -- COMMAND [ARGUMENT]...",
        exitCodeListHeading = "Exit codes: the command's own (128 + n when signal n ended it), or%n",
        exitCodeList = {
            "1:another holds the lock (see --conflict-exit-code)",
            "64:bad usage",
            "69:the table can't be used or reached",
            "75:the lock was lost; the command was stopped",
            "126:the command can't be executed",
            "127:the command was not found"
        })
final class LockCommand implements Callable<Integer> {

    private static final int HEARTBEATS_PER_LEASE = 4;
    private static final Duration LONGEST_KILL_AFTER = Duration.ofDays(1);

    private final PrintWriter err;

    @Mixin
    private final TableOptions table = new TableOptions();

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Give up after this time, such as 10s (default: wait until the lock is free).")
    private @Nullable Duration waitTime;

    @Option(
            names = {"-n", "--nonblock"},
            description =
                    "Try once. The lock of a holder that died is only taken by who waits for longer than its lease.")
    private boolean once;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long the lock outlives this process when it is killed (default: 20s).")
    private Duration lease = Duration.ofSeconds(20);

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "The owner's name in the row (default: host, process id, a random part).")
    private @Nullable String owner;

    @Option(
            names = {"-E", "--conflict-exit-code"},
            paramLabel = "CODE",
            description = "The exit code when another holds the lock (default: ${DEFAULT-VALUE}).")
    private int conflictCode = ExitCodes.NOT_GRANTED;

    @Option(
            names = "--kill-after",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "From SIGTERM to SIGKILL, when the lock is lost (default: 5s).")
    private Duration killAfter = Duration.ofSeconds(5);

    @Parameters(index = "0", paramLabel = "KEY", description = "The lock's key.")
    private String key = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "The command and its arguments, not read by any shell.")
    private List<String> command = new ArrayList<>();

    LockCommand(PrintWriter err) {
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (once && waitTime != null) {
            throw new IllegalArgumentException("--nonblock and --wait exclude each other");
        }
        if (conflictCode < 0 || conflictCode > ExitCodes.GREATEST) {
            throw new IllegalArgumentException("--conflict-exit-code must be from 0 to 255");
        }
        if (killAfter.compareTo(LONGEST_KILL_AFTER) > 0) {
            throw new IllegalArgumentException("--kill-after must be at most a day");
        }
        Child child = new Child(command);
        try (Shutdown shutdown = Shutdown.passedOnTo(child)) {
            int code = run(child);
            shutdown.finished(code);
            return code;
        }
    }

    private int run(Child child) throws InterruptedException {
        try (DynamoDbClient dynamoDb = table.connect()) {
            LockClient locks = client(dynamoDb);
            try {
                Optional<LockHandle> lock = new Acquiring(locks, key, once ? Duration.ZERO : waitTime, err).acquire();
                return lock.isPresent() ? new LockedRun(child, lock.get(), killAfter, err).toTheEnd() : conflictCode;
            } finally {
                close(locks);
            }
        }
    }

    private LockClient client(DynamoDbClient dynamoDb) {
        LockClientBuilder settings =
                table.clientOn(dynamoDb).leaseDuration(lease).heartbeatPeriod(lease.dividedBy(HEARTBEATS_PER_LEASE));
        return (owner == null ? settings : settings.ownerName(owner)).build();
    }

    /** What went wrong with the release was told by then, and takes nothing from what the command has done. */
    private static void close(LockClient locks) {
        try {
            locks.close();
        } catch (LockException e) {
            // The row lapses with its lease.
        }
    }
}
