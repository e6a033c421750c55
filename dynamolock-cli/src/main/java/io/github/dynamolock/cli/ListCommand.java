package io.github.dynamolock.cli;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.RowFormat;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Lists the table's lock rows: a scan finds their keys, and each is then read as it is now. */
@Command(
        name = "list",
        description =
                "Lists the lock rows of the table, held ones first. Reads the whole table, or until it has enough.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
final class ListCommand implements Callable<Integer> {

    private static final String LINE = "%-5s %-16s %-8s %-32s %s%n";

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private final TableOptions table = new TableOptions();

    @Option(names = "--limit", paramLabel = "N", description = "At most this many rows (default: ${DEFAULT-VALUE}).")
    private int limit = 100;

    @Option(names = "--held", description = "Only rows that are held.")
    private boolean held;

    ListCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit must be at least 1");
        }
        try (DynamoDbClient dynamoDb = table.connect();
                LockClient locks = table.clientOn(dynamoDb).build()) {
            List<AttributeValue> keys = scan(dynamoDb);
            boolean more = keys.size() > limit;
            print(read(locks, more ? keys.subList(0, limit) : keys));
            if (more) {
                err.println("dynamolock: there are more rows; --limit " + limit + " was reached");
            }
            return 0;
        }
    }

    /** One more than is asked for, to tell whether there are more. */
    private List<AttributeValue> scan(DynamoDbClient dynamoDb) {
        LockRowScan scan = new LockRowScan(table, held && table.rowFormat() != RowFormat.DISTRLOCK);
        return dynamoDb.scanPaginator(scan.request()).items().stream()
                .map(item -> item.get(table.partitionKey()))
                .limit(limit + 1L)
                .toList();
    }

    private List<LockInfo> read(LockClient locks, List<AttributeValue> keys) throws InterruptedException {
        List<LockInfo> rows = new ArrayList<>();
        for (AttributeValue key : keys) {
            try {
                locks.find(key).filter(row -> !held || !row.released()).ifPresent(rows::add);
            } catch (LockTableException unreadable) {
                err.println("dynamolock: " + unreadable.getMessage());
            }
        }
        rows.sort(Comparator.comparing(LockInfo::released).thenComparing(LockInfo::key));
        return rows;
    }

    private void print(List<LockInfo> rows) {
        out.printf(LINE, "STATE", "FENCING TOKEN", "LEASE", "OWNER", "KEY");
        for (LockInfo row : rows) {
            out.printf(
                    LINE,
                    Rows.state(row),
                    row.fencingToken(),
                    Texts.duration(row.leaseDuration()),
                    Texts.visible(row.ownerName()),
                    Texts.visible(row.key()));
        }
    }
}
