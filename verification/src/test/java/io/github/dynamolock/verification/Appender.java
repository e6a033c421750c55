package io.github.dynamolock.verification;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.fencing.TransactionGuards;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * A process that adds to a list under a lock, by reading it and writing it back, and does not ask meanwhile whether it still
 * has the lock. Says {@code ready}, {@code section} when it has read, writes at {@code go} on its input, and says {@code wrote ENTRY
 * added|rejected}. Arguments: endpoint, table, key, lease in milliseconds, {@code fenced} or {@code bare}.
 */
final class Appender {

    /** Processes have no order in which they get the lock, and one that has just freed it is the first to ask again. */
    static final Duration LONGEST_WAIT = Duration.ofMinutes(20);

    private final DynamoDbClient dynamoDb;
    private final String key;
    private final boolean fenced;

    private Appender(DynamoDbClient dynamoDb, String key, boolean fenced) {
        this.dynamoDb = dynamoDb;
        this.key = key;
        this.fenced = fenced;
    }

    public static void main(String[] args) throws InterruptedException {
        Duration lease = Duration.ofMillis(Long.parseLong(args[3]));
        try (DynamoDbClient dynamoDb = Holder.dynamoDb(URI.create(args[0]));
                LockClient locks = LockClient.builder(dynamoDb)
                        .table(args[1])
                        .leaseDuration(lease)
                        .heartbeatPeriod(lease.dividedBy(4))
                        .build()) {
            Holder.say("ready");
            new Appender(dynamoDb, args[2], args[4].equals("fenced")).work(locks);
        }
    }

    private void work(LockClient locks) throws InterruptedException {
        Scanner input = new Scanner(System.in, StandardCharsets.UTF_8);
        LockRequest request = LockRequest.forKey(key).waitTime(LONGEST_WAIT).build();
        for (int number = 0; ; number++) {
            try (LockHandle lock = locks.acquire(request)) {
                TransactWriteItem guard = TransactionGuards.check(lock);
                List<AttributeValue> list = new ArrayList<>(read(dynamoDb, key));
                Holder.say("section");
                if (!input.hasNextLine()) {
                    return;
                }
                input.nextLine();
                String entry = ProcessHandle.current().pid() + "-" + number;
                list.add(AttributeValue.fromS(entry));
                Holder.say("wrote " + entry + " " + (write(guard, list) ? "added" : "rejected"));
            } catch (LockLostException e) {
                // It stood still before it had its guard, and has read and written nothing.
            }
        }
    }

    static List<AttributeValue> read(DynamoDbClient dynamoDb, String key) {
        AttributeValue list = dynamoDb.getItem(get -> get.tableName(Holders.DATA)
                        .key(Map.of("key", AttributeValue.fromS(key)))
                        .consistentRead(true))
                .item()
                .get("list");
        return list == null ? List.of() : list.l();
    }

    private boolean write(TransactWriteItem guard, List<AttributeValue> list) {
        Update update = Update.builder()
                .tableName(Holders.DATA)
                .key(Map.of("key", AttributeValue.fromS(key)))
                .updateExpression("SET #list = :list")
                .expressionAttributeNames(Map.of("#list", "list"))
                .expressionAttributeValues(Map.of(":list", AttributeValue.fromL(list)))
                .build();
        TransactWriteItem write = TransactWriteItem.builder().update(update).build();
        List<TransactWriteItem> items = fenced ? List.of(guard, write) : List.of(write);
        while (true) {
            try {
                dynamoDb.transactWriteItems(transaction -> transaction.transactItems(items));
                return true;
            } catch (TransactionCanceledException e) {
                if (e.cancellationReasons().stream()
                        .anyMatch(reason -> reason.code().equals("ConditionalCheckFailed"))) {
                    return false;
                }
                // A renewal was under way: that says nothing of the lock.
            }
        }
    }
}
