package io.github.dynamolock.verification.peers;

import io.github.dynamolock.local.Calls;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The table server: dynamolock-local over HTTP in a process of its own, which takes its time for each call and counts calls.
 *
 * <ul>
 *   <li>{@code uri}
 *   <li>{@code even}: each answer 5 ms later; {@code uneven}: one in a hundred 50 ms later, the others 5 ms
 *   <li>{@code calls TABLE}: reads and writes until now
 *   <li>{@code track PREFIX}, {@code watch}, {@code seen}: {@link Renewals}; answers renewals, median, p99, oldest, lapsed, mean and
 *       greatest number a second
 * </ul>
 */
final class PeerEndpoint {
    private static final Duration DELAY = Duration.ofMillis(5);
    private static final Duration LONG_DELAY = Duration.ofMillis(50);
    private static final double LONG_DELAYS = 0.01;
    private static final List<String> READS = List.of("GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems");
    private static final List<String> WRITES =
            List.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems");

    private final LocalDynamoDb dynamo;
    private final LocalEndpoint endpoint;
    private final Renewals renewals = new Renewals();

    private PeerEndpoint(LocalDynamoDb dynamo, LocalEndpoint endpoint) {
        this.dynamo = dynamo;
        this.endpoint = endpoint;
    }

    public static void main(String[] arguments) throws Exception {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create();
                LocalEndpoint endpoint = dynamo.serve(0)) {
            for (PeerKind kind : PeerKind.values()) {
                kind.createTable(dynamo.client());
            }
            PeerEndpoint server = new PeerEndpoint(dynamo, endpoint);
            server.delay(false);
            Program.answer(server::answer);
        }
    }

    private Object answer(String[] words) {
        return switch (words[0]) {
            case "uri" -> endpoint.uri();
            case "even" -> delay(false);
            case "uneven" -> delay(true);
            case "calls" -> count(READS, words[1]) + " " + count(WRITES, words[1]);
            case "track" -> {
                renewals.track(words[1]);
                yield "";
            }
            case "watch" -> {
                renewals.watch(System.nanoTime());
                yield "";
            }
            case "seen" -> {
                Renewals.Seen seen = renewals.seen(System.nanoTime(), PeerKind.LEASE);
                yield String.format(
                        Locale.ROOT,
                        "%d %f %f %f %d %f %f",
                        seen.gapsMillis().sorted().length,
                        seen.gapsMillis().median(),
                        seen.gapsMillis().p99(),
                        seen.oldestMillis(),
                        seen.lapsed(),
                        seen.perSecond(),
                        seen.worstPerSecond());
            }
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private String delay(boolean uneven) {
        dynamo.faults().clear();
        dynamo.faults().onAny().when(this::looksOnly).delayReply(DELAY);
        if (uneven) {
            dynamo.faults().onAny().withProbability(LONG_DELAYS).delayReply(LONG_DELAY);
        }
        dynamo.faults().onAny().delayReply(DELAY);
        return "";
    }

    /** Sees each call, and lets the next fault have it. */
    private boolean looksOnly(DynamoDbRequest request) {
        String key = writtenKey(request);
        if (key != null) {
            renewals.written(key, System.nanoTime());
        }
        return false;
    }

    private static @Nullable String writtenKey(DynamoDbRequest request) {
        Map<String, AttributeValue> row = Map.of();
        if (request instanceof UpdateItemRequest update) {
            row = update.key();
        } else if (request instanceof PutItemRequest put) {
            row = put.item();
        }
        AttributeValue key = row.get("key");
        return key == null ? null : key.s();
    }

    private long count(List<String> operations, String table) {
        Calls calls = dynamo.calls();
        return operations.stream()
                .mapToLong(operation -> calls.count(operation, table))
                .sum();
    }
}
