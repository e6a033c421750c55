package io.github.dynamolock;

import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Counts the calls through a client, by method, whatever is behind it. */
final class CallCounter {

    private final Map<String, Integer> counts = new TreeMap<>();
    private final DynamoDbClient client;

    CallCounter(DynamoDbClient target) {
        client = Detour.before(target, called -> {
            synchronized (counts) {
                counts.merge(called, 1, Integer::sum);
            }
        });
    }

    DynamoDbClient client() {
        return client;
    }

    Map<String, Integer> counts() {
        synchronized (counts) {
            return new TreeMap<>(counts);
        }
    }

    int total() {
        return counts().values().stream().mapToInt(Integer::intValue).sum();
    }

    void reset() {
        synchronized (counts) {
            counts.clear();
        }
    }
}
