package io.github.dynamolock.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Prints what the starter adds to the start of an empty web application, in turns with one that does not have it. */
class StartupBenchmarks {

    private static final int RUNS = 10;

    private record Start(long millis, int beans) {}

    @Test
    void anEmptyWebApplication() throws Exception {
        String all = System.getProperty("java.class.path");
        String without = Arrays.stream(all.split(File.pathSeparator))
                .filter(StartupBenchmarks::isOfTheApplicationItself)
                .collect(Collectors.joining(File.pathSeparator));
        List<Start> plain = new ArrayList<>();
        List<Start> local = new ArrayList<>();
        List<Start> remote = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            plain.add(start(without));
            local.add(start(all, "--dynamolock.local.enabled=true", "--dynamolock.local.port=0"));
            remote.add(start(
                    all, "--dynamolock.client.endpoint=http://localhost:1", "--dynamolock.table.initialize=none"));
        }
        System.out.printf(
                "%n%-44s %8s %8s %8s %6s%n", "start of an empty web application, ms", "median", "min", "max", "beans");
        print("without the starter", plain);
        print("with it, table not looked at", remote);
        print("with it, DynamoDB in the process", local);
        assertThat(remote.get(0).beans()).isGreaterThan(plain.get(0).beans());
    }

    /** The same web server and framework, and nothing of ours or of the AWS SDK. */
    private static boolean isOfTheApplicationItself(String entry) {
        String name = String.valueOf(Path.of(entry).getFileName());
        boolean ours = entry.contains("dynamolock-") && !entry.contains("verification");
        boolean others = entry.contains("software" + File.separator + "amazon")
                || entry.contains("shedlock")
                || name.startsWith("spring-boot-starter-aspectj")
                || name.startsWith("aspectjweaver");
        return !ours && !others;
    }

    private static Start start(String classPath, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                EmptyWebApplication.class.getName()));
        Collections.addAll(command, arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        String[] words = output.lines()
                .filter(line -> line.startsWith("started "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(output))
                .split(" ", -1);
        return new Start(Long.parseLong(words[1]), Integer.parseInt(words[2]));
    }

    private static void print(String what, List<Start> starts) {
        List<Long> millis = starts.stream().map(Start::millis).sorted().toList();
        System.out.printf(
                "%-44s %8d %8d %8d %6d%n",
                what,
                millis.get(millis.size() / 2),
                millis.get(0),
                millis.get(millis.size() - 1),
                starts.get(0).beans());
    }
}
