package io.github.dynamolock.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Prints what the starter adds to the start of an empty web application, in turns with one that does not have it, and how much of that is the AWS SDK. */
class StartupBenchmarks {

    private static final int RUNS = Integer.getInteger("runs", 7);
    private static final int SECONDS_EACH = 4;

    private record Start(long millis, int beans, int classes, long cpuMillis) {}

    /** An application, and its starts. */
    private record Measured(String name, List<String> command, List<Start> starts) {

        static Measured of(String name, Class<?> application, String classPath, String... arguments) {
            List<String> command = new ArrayList<>(List.of("-cp", classPath, application.getName()));
            command.addAll(List.of(arguments));
            return new Measured(name, command, new ArrayList<>());
        }
    }

    @Test
    void anEmptyWebApplication() throws Exception {
        String plain = classPath(StartupBenchmarks::isOfTheApplicationItself);
        String sdk = classPath(entry -> isOfTheApplicationItself(entry) || isOfTheSdk(entry));
        String starter =
                classPath(entry -> isOfTheApplicationItself(entry) || isOfTheSdk(entry) || isOfTheStarter(entry));
        List<Measured> all = List.of(
                Measured.of("without the starter", EmptyWebApplication.class, plain),
                Measured.of("without it, with a DynamoDbClient", WebApplicationWithSdk.class, sdk),
                Measured.of(
                        "with it, table not looked at",
                        EmptyWebApplication.class,
                        starter,
                        "--dynamolock.client.endpoint=http://localhost:1",
                        "--dynamolock.table.initialize=none"),
                Measured.of(
                        "with it, the DynamoDbClient given",
                        WebApplicationWithSdk.class,
                        starter,
                        "--dynamolock.table.initialize=none"),
                Measured.of(
                        "with it, DynamoDB in the process",
                        EmptyWebApplication.class,
                        starter,
                        "--dynamolock.local.enabled=true",
                        "--dynamolock.local.port=0"));
        System.out.printf("This takes about %d s.%n", RUNS * all.size() * SECONDS_EACH);
        for (int run = 0; run < RUNS; run++) {
            for (Measured each : all) {
                each.starts().add(start(each.command()));
            }
        }
        System.out.printf(
                "%n%-44s %8s %8s %8s %8s %8s %6s%n",
                "start of an empty web application, ms", "median", "min", "max", "CPU", "classes", "beans");
        all.forEach(StartupBenchmarks::print);
        assertThat(all.get(2).starts().get(0).beans())
                .isGreaterThan(all.get(0).starts().get(0).beans());
    }

    private static String classPath(Predicate<String> entries) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entries)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The web server and framework, and nothing of ours, of the AWS SDK, or of what else is measured here. */
    private static boolean isOfTheApplicationItself(String entry) {
        String name = String.valueOf(Path.of(entry).getFileName());
        boolean ours = entry.contains("dynamolock-") && !entry.contains("verification");
        return !ours
                && !isOfTheSdk(entry)
                && !isAspects(name)
                && Stream.of("dynamodb-lock-client", "awspring", "shedlock", "spring-integration", "jmh")
                        .noneMatch(entry::contains);
    }

    private static boolean isOfTheSdk(String entry) {
        return entry.contains("software" + File.separator + "amazon");
    }

    private static boolean isOfTheStarter(String entry) {
        String name = String.valueOf(Path.of(entry).getFileName());
        return isAspects(name)
                || (entry.contains("dynamolock-") && !entry.contains("dynamolock-cli") && !name.startsWith("test-"));
    }

    private static boolean isAspects(String name) {
        return name.startsWith("spring-boot-starter-aspectj") || name.startsWith("aspectjweaver");
    }

    private static Start start(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        String[] words = output.lines()
                .filter(line -> line.startsWith("started "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(output))
                .split(" ", -1);
        return new Start(
                Long.parseLong(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Long.parseLong(words[4]));
    }

    private static void print(Measured measured) {
        List<Long> millis =
                measured.starts().stream().map(Start::millis).sorted().toList();
        List<Long> cpu =
                measured.starts().stream().map(Start::cpuMillis).sorted().toList();
        Start first = measured.starts().get(0);
        System.out.printf(
                "%-44s %8d %8d %8d %8d %8d %6d%n",
                measured.name(),
                millis.get(millis.size() / 2),
                millis.get(0),
                millis.get(millis.size() - 1),
                cpu.get(cpu.size() / 2),
                first.classes(),
                first.beans());
    }
}
