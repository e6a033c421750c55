package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;

/** The program, as a process. */
class MainTests {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void theProgramServesWhereItSays() throws IOException {
        createLocks(start("--port", "0"));
    }

    private static void createLocks(Process program) throws IOException {
        try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            assertThat(line).startsWith("dynamolock-local listens on http://127.0.0.1:");
            try (DynamoDbClient client = Clients.withoutRetries(URI.create(line.substring(line.indexOf("http"))))) {
                client.createTable(table -> table.tableName("locks")
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(Schemas.element("key", "HASH"))
                        .attributeDefinitions(Schemas.attribute("key", "S")));
                assertThat(client.listTables().tableNames()).containsExactly("locks");
            }
        }
    }

    @Test
    void aFileKeepsTheTablesForTheNextProgram(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("data");
        createLocks(start("--port", "0", "--file", file.toString()));
        started.get(0).destroyForcibly().waitFor();
        try (LocalDynamoDb next = LocalDynamoDb.builder().file(file).build()) {
            assertThat(next.client().listTables().tableNames()).containsExactly("locks");
        }
    }

    @Test
    void aPortInUseEndsItWithAWord() throws Exception {
        try (LocalDynamoDb other = LocalDynamoDb.create()) {
            String port = Integer.toString(other.serve(0).port());
            Process program = start("--port", port);
            assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(program.exitValue()).isEqualTo(2);
            assertThat(new String(program.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("dynamolock-local: Port " + port + " on 127.0.0.1 is in use");
        }
    }

    @Test
    void thePortIs8000UnlessToldOtherwise() {
        assertThat(Main.Options.of(List.of())).isEqualTo(new Main.Options(8000, null));
        assertThat(Main.Options.of(List.of("--port", "1234"))).isEqualTo(new Main.Options(1234, null));
    }

    @Test
    void argumentsThatMeanNothingAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Main.Options.of(List.of("--prot", "1")))
                .withMessage("Unknown argument --prot; there are --port NUMBER and --file PATH");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Main.Options.of(List.of("--port")))
                .withMessage("--port needs a number after it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Main.Options.of(List.of("--port", "70000")))
                .withMessage("--port 70000 is no port; give a number from 0 to 65535");
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }
}
