package io.github.dynamolock.verification;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.fencing.TransactionGuards;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A process that takes many locks, says {@code ready}, and answers questions about them: a line for each lock, or {@link
 * Vitals}. When it is terminated it closes its client. Arguments: endpoint, table, lease in milliseconds, prefix of the
 * keys, number of keys.
 */
final class Holders implements LockListener {

    /** The table with what the locks guard. */
    static final String DATA = "data";

    private final Map<String, LockHandle> locks = new LinkedHashMap<>();
    private final Map<String, TransactWriteItem> guards = new LinkedHashMap<>();
    private final Map<String, AtomicInteger> told = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> heard = new ConcurrentHashMap<>();

    public static void main(String[] args) {
        Duration lease = Duration.ofMillis(Long.parseLong(args[2]));
        DynamoDbClient dynamoDb = Holder.dynamoDb(URI.create(args[0]));
        Holders holders = new Holders();
        LockClient client = LockClient.builder(dynamoDb)
                .table(args[1])
                .leaseDuration(lease)
                .heartbeatPeriod(lease.dividedBy(4))
                .listener(holders)
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(client::close));
        holders.take(client, keys(args[3], Integer.parseInt(args[4])));
        holders.answer(dynamoDb);
    }

    static List<String> keys(String prefix, int number) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            keys.add(prefix + "-" + i);
        }
        return keys;
    }

    void take(LockClient client, List<String> keys) {
        // A first lock takes a new JVM long, and on a busy machine perhaps a whole lease.
        client.acquireAsync(
                        LockRequest.forKey("warm-up " + ProcessHandle.current().pid())
                                .leaseDuration(Duration.ofMinutes(1))
                                .build())
                .join()
                .release();
        Map<String, CompletableFuture<LockHandle>> granted = new LinkedHashMap<>();
        for (String key : keys) {
            granted.put(
                    key,
                    client.acquireAsync(LockRequest.forKey(key)
                            .waitTime(Duration.ofMinutes(1))
                            .build()));
        }
        granted.forEach((key, future) -> {
            LockHandle lock = future.join();
            locks.put(key, lock);
            // Made while the lock is held: what it says later is up to the table.
            guards.put(key, TransactionGuards.check(lock));
            var unused = lock.lost().thenRun(() -> count(told, key));
        });
        Holder.say("ready");
    }

    void answer(DynamoDbClient dynamoDb) {
        Scanner questions = new Scanner(System.in, StandardCharsets.UTF_8);
        while (questions.hasNextLine()) {
            String question = questions.nextLine();
            if (question.equals("vitals")) {
                Holder.say(Vitals.now().toString());
            } else {
                locks.forEach((key, lock) -> Holder.say(question + " " + key + " " + answer(question, lock, dynamoDb)));
            }
        }
    }

    private String answer(String question, LockHandle lock, DynamoDbClient dynamoDb) {
        return switch (question) {
            case "held" -> Boolean.toString(lock.isHeld());
            case "token" -> Long.toString(lock.fencingToken());
            case "release" -> lock.release().toString();
            case "renew" -> renew(lock);
            case "write" -> write(dynamoDb, Objects.requireNonNull(guards.get(lock.key())), lock);
            case "told" -> times(told, lock.key()) + " " + times(heard, lock.key());
            default -> "?";
        };
    }

    private static String renew(LockHandle lock) {
        try {
            lock.heartbeat();
            return "renewed";
        } catch (LockLostException e) {
            return "lost";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes the token to the item that the lock guards. */
    static String write(DynamoDbClient dynamoDb, TransactWriteItem guard, LockHandle lock) {
        TransactWriteItem put = TransactWriteItem.builder()
                .put(item -> item.tableName(DATA)
                        .item(Map.of(
                                "key", AttributeValue.fromS(lock.key()),
                                "token", AttributeValue.fromN(Long.toString(lock.fencingToken())))))
                .build();
        try {
            dynamoDb.transactWriteItems(write -> write.transactItems(guard, put));
            return "written";
        } catch (TransactionCanceledException e) {
            return e.cancellationReasons().get(0).code();
        }
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        count(heard, lock.key());
    }

    private static void count(Map<String, AtomicInteger> counts, String key) {
        counts.computeIfAbsent(key, unused -> new AtomicInteger()).incrementAndGet();
    }

    private static int times(Map<String, AtomicInteger> counts, String key) {
        AtomicInteger count = counts.get(key);
        return count == null ? 0 : count.get();
    }
}
