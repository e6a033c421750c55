package io.github.dynamolock.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Prints how many conditional updates a second this engine and other DynamoDBs for development serve, each thread with a
 * counter of its own. All are measured in turns, so that what else the machine does meets them alike. dynalite and
 * moto take part when their commands, {@code dynalite} and {@code moto_server}, are on the path.
 */
class LocalDatabaseBenchmarks {
    private static final int THREADS = Integer.getInteger("threads", 4);
    private static final int ROUNDS = Integer.getInteger("rounds", 7);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 1));
    private static final Duration WARM_UP = TURN.multipliedBy(3);

    /** A database and a way to it, what it takes of the processor, and what was measured of it. */
    private record Measured(
            String name,
            ConditionalUpdates.Counters counters,
            Supplier<Duration> cpu,
            List<Double> perSecond,
            List<Double> microseconds) {

        Measured(String name, ConditionalUpdates.Counters counters, Supplier<Duration> cpu) {
            this(name, counters, cpu, new ArrayList<>(), new ArrayList<>());
        }

        void measure() throws Exception {
            Duration before = cpu.get();
            ConditionalUpdates.Result result = ConditionalUpdates.run(counters, THREADS, TURN);
            perSecond.add(result.perSecond());
            microseconds.add(cpu.get().minus(before).toNanos() / 1e3 / result.updates());
        }
    }

    @Test
    void conditionalUpdates() throws Exception {
        List<AutoCloseable> opened = new ArrayList<>();
        List<Measured> all = new ArrayList<>();
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            SdkCounter.createTable(dynamo.client());
            all.add(new Measured(
                    "dynamolock-local, in process",
                    () -> new SdkCounter(dynamo.client()),
                    () -> ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO)));
            for (DatabaseServer server : servers(opened)) {
                DynamoDbClient sdk = SdkCounter.client(server.uri());
                opened.add(sdk);
                SdkCounter.createTable(sdk);
                all.add(new Measured(
                        server.name() + ", HTTP connection", () -> new RawCounter(server.uri()), server::cpu));
                all.add(new Measured(server.name() + ", AWS SDK", () -> new SdkCounter(sdk), server::cpu));
            }
            System.out.printf(
                    "This takes about %d s.%n",
                    TURN.multipliedBy(ROUNDS)
                            .plus(WARM_UP)
                            .multipliedBy(all.size())
                            .toSeconds());
            for (Measured each : all) {
                assertThat(ConditionalUpdates.run(each.counters(), THREADS, WARM_UP)
                                .updates())
                        .isPositive();
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (Measured each : all) {
                    each.measure();
                }
            }
            print(all);
        } finally {
            for (AutoCloseable each : opened) {
                each.close();
            }
        }
    }

    private static List<DatabaseServer> servers(List<AutoCloseable> opened) throws Exception {
        List<DatabaseServer> servers = new ArrayList<>();
        servers.add(DatabaseServer.local());
        opened.add(servers.get(0));
        DatabaseServer.installed("dynalite", "--createTableMs", "0", "--port").ifPresent(servers::add);
        DatabaseServer.installed("moto_server", "-H", "127.0.0.1", "-p").ifPresent(servers::add);
        opened.addAll(servers.subList(1, servers.size()));
        return servers;
    }

    private static void print(List<Measured> all) {
        Measured base = all.stream()
                .filter(each -> each.name().equals("dynalite, HTTP connection"))
                .findFirst()
                .orElse(all.get(1));
        System.out.printf(
                "%n%-36s %10s %10s %10s %8s %12s%n",
                "conditional updates/s, " + THREADS + " threads", "median", "min", "max", "ratio", "CPU µs each");
        for (Measured each : all) {
            System.out.printf(
                    "%-36s %10.0f %10.0f %10.0f %8.2f %12.1f%n",
                    each.name(),
                    median(each.perSecond()),
                    each.perSecond().stream().min(Double::compare).orElseThrow(),
                    each.perSecond().stream().max(Double::compare).orElseThrow(),
                    median(each.perSecond()) / median(base.perSecond()),
                    median(each.microseconds()));
        }
        System.out.println("ratio: to " + base.name() + "; CPU: of the server's process, or of this one in process");
    }

    private static double median(List<Double> rates) {
        return rates.stream().sorted().toList().get(rates.size() / 2);
    }
}
