package io.github.dynamolock.test;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.test.LocalRows.Row;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Empties the lock table between two tests that share it with clients that go on. */
final class Reset {

    private final WatchedClients watched;
    private final MovableTime time;
    private final LocalDynamoDb local;

    Reset(WatchedClients watched, MovableTime time, LocalDynamoDb local) {
        this.watched = watched;
        this.time = time;
        this.local = local;
    }

    void run() throws InterruptedException {
        for (String table : tables()) {
            empty(new LocalRows(local, table), table);
        }
        local.calls().reset();
    }

    private Set<String> tables() {
        List<String> existing = local.client().listTables().tableNames();
        return watched.all()
                .map(LockClient::tableName)
                .filter(existing::contains)
                .collect(Collectors.toSet());
    }

    private void empty(LocalRows rows, String table) throws InterruptedException {
        List<Row> seen = rows.all();
        // What was being acquired when the rows were read is held when its calls are done.
        time.advance(Duration.ZERO);
        Duration rest = restOfShortestHolds(leftBehind(seen), table);
        if (!rest.isZero()) {
            time.advance(rest);
            seen = rows.all();
        }
        leftBehind(seen).forEach(rows::deleteUnchanged);
    }

    private List<Row> leftBehind(List<Row> rows) {
        List<String> held = watched.heldKeys();
        return rows.stream().filter(row -> held.stream().noneMatch(row::isOf)).toList();
    }

    /** A row that its client keeps after the release blocks the key within that client too, until its time is over. */
    private Duration restOfShortestHolds(List<Row> rows, String table) throws InterruptedException {
        Duration longest = Duration.ZERO;
        for (LockClient client : watched.all().toList()) {
            for (Row row : client.tableName().equals(table) ? rows : List.<Row>of()) {
                Duration rest = keptFor(client, row);
                longest = rest.compareTo(longest) > 0 ? rest : longest;
            }
        }
        return longest;
    }

    private static Duration keptFor(LockClient client, Row row) throws InterruptedException {
        try {
            LockInfo info = client.find(row.key()).orElse(null);
            return info == null || info.released() || !info.ownerName().equals(client.ownerName())
                    ? Duration.ZERO
                    : info.leaseDuration();
        } catch (LockException unreadable) {
            // The row is not one that any client would keep, or the test has closed the client.
            return Duration.ZERO;
        }
    }
}
