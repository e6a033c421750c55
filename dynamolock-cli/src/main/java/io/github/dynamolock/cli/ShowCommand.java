package io.github.dynamolock.cli;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockInfo;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Shows the row of a key. */
@Command(
        name = "show",
        description = "Shows the row of a key; exits with 1 when there is none.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
final class ShowCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private final TableOptions table = new TableOptions();

    @Parameters(paramLabel = "KEY", description = "The lock's key.")
    private String key = "";

    ShowCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (DynamoDbClient dynamoDb = table.connect();
                LockClient locks = table.clientOn(dynamoDb).build()) {
            Optional<LockInfo> row = locks.find(key);
            if (row.isEmpty()) {
                err.println("dynamolock: there is no row at key '" + Texts.visible(key) + "': nobody holds it");
                return ExitCodes.NOT_GRANTED;
            }
            Rows.print(row.get(), out);
            return 0;
        }
    }
}
