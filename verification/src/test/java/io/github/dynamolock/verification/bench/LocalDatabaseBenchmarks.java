package io.github.dynamolock.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Prints how many conditional updates a second this engine and other DynamoDBs for development serve, each thread with a
 * counter of its own. All are measured in turns, so that what else the machine does meets them alike. dynalite and
 * moto take part when their commands, {@code dynalite} and {@code moto_server}, are on the path.
 */
class LocalDatabaseBenchmarks {
    private static final int THREADS = Integer.getInteger("threads", 4);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 3));
    private static final Duration WARM_UP = TURN.multipliedBy(2);

    @Test
    void conditionalUpdates() throws Exception {
        List<AutoCloseable> opened = new ArrayList<>();
        Map<String, ConditionalUpdates.Counters> all = new LinkedHashMap<>();
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            SdkCounter.createTable(dynamo.client());
            all.put("dynamolock-local, in process", () -> new SdkCounter(dynamo.client()));
            for (DatabaseServer server : servers(opened)) {
                DynamoDbClient sdk = SdkCounter.client(server.uri());
                opened.add(sdk);
                SdkCounter.createTable(sdk);
                all.put(server.name() + ", HTTP connection", () -> new RawCounter(server.uri()));
                all.put(server.name() + ", AWS SDK", () -> new SdkCounter(sdk));
            }
            print(measured(all));
        } finally {
            for (AutoCloseable each : opened) {
                each.close();
            }
        }
    }

    private static List<DatabaseServer> servers(List<AutoCloseable> opened) throws Exception {
        List<DatabaseServer> servers = new ArrayList<>();
        servers.add(DatabaseServer.local());
        DatabaseServer.installed("dynalite", "--createTableMs", "0", "--port").ifPresent(servers::add);
        DatabaseServer.installed("moto_server", "-H", "127.0.0.1", "-p").ifPresent(servers::add);
        opened.addAll(servers);
        return servers;
    }

    private static Map<String, List<Double>> measured(Map<String, ConditionalUpdates.Counters> all) throws Exception {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (Map.Entry<String, ConditionalUpdates.Counters> each : all.entrySet()) {
            assertThat(ConditionalUpdates.run(each.getValue(), THREADS, WARM_UP).updates())
                    .isPositive();
            rates.put(each.getKey(), new ArrayList<>());
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (Map.Entry<String, ConditionalUpdates.Counters> each : all.entrySet()) {
                double rate =
                        ConditionalUpdates.run(each.getValue(), THREADS, TURN).perSecond();
                rates.get(each.getKey()).add(rate);
            }
        }
        return rates;
    }

    private static void print(Map<String, List<Double>> rates) {
        String base = rates.keySet().stream()
                .filter(name -> name.startsWith("dynalite, HTTP"))
                .findFirst()
                .orElse("dynamolock-local, HTTP connection");
        System.out.printf(
                "%n%-44s %10s %10s %10s %8s%n",
                "conditional updates/s, " + THREADS + " threads", "median", "min", "max", "ratio");
        rates.forEach((name, each) -> System.out.printf(
                "%-44s %10.0f %10.0f %10.0f %8.2f%n",
                name,
                median(each),
                each.stream().min(Double::compare).orElseThrow(),
                each.stream().max(Double::compare).orElseThrow(),
                median(each) / median(rates.get(base))));
        System.out.println("ratio: to " + base);
    }

    private static double median(List<Double> rates) {
        return rates.stream().sorted().toList().get(rates.size() / 2);
    }
}
