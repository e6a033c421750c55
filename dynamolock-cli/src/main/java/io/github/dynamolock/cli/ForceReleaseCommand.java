package io.github.dynamolock.cli;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockInfo;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Frees a lock whoever holds it. */
@Command(
        name = "force-release",
        description = {
            "Frees the lock of a key, whoever holds it.",
            "A holder that is alive runs on until its next renewal, beside the next one: stop it first, if you can."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
final class ForceReleaseCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private final TableOptions table = new TableOptions();

    @Option(names = "--yes", description = "Do it. Without this the row is only shown.")
    private boolean sure;

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description =
                    "Who frees it, for the row and the displaced holder (default: host, process id, a random part).")
    private @Nullable String owner;

    @Parameters(paramLabel = "KEY", description = "The lock's key.")
    private String key = "";

    ForceReleaseCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (DynamoDbClient dynamoDb = table.connect();
                LockClient locks = client(dynamoDb)) {
            Optional<LockInfo> row = locks.find(key);
            if (row.isEmpty()) {
                err.println("dynamolock: there is no row at key '" + Texts.visible(key) + "': nobody holds it");
                return ExitCodes.NOT_GRANTED;
            }
            Rows.print(row.get(), out);
            return row.get().released() ? alreadyFree() : free(locks, row.get());
        }
    }

    private LockClient client(DynamoDbClient dynamoDb) {
        LockClientBuilder settings = table.clientOn(dynamoDb);
        return (owner == null ? settings : settings.ownerName(owner)).build();
    }

    private int alreadyFree() {
        err.println("dynamolock: it is free; nothing was changed");
        return 0;
    }

    private int free(LockClient locks, LockInfo row) throws InterruptedException {
        if (!sure) {
            err.println("dynamolock: nothing was changed; to free it, add --yes");
            return ExitCodes.USAGE;
        }
        if (!locks.forceRelease(row)) {
            err.println(
                    "dynamolock: not freed: it was renewed, released or taken since it was read, so its holder lives;"
                            + " look again");
            return ExitCodes.NOT_GRANTED;
        }
        out.println("freed");
        return 0;
    }
}
