package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The embedded DynamoDB, and a second application that joins it over loopback. */
@ExtendWith(OutputCaptureExtension.class)
class LocalDynamoDbTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DynamoLockAutoConfiguration.class));

    private final ApplicationContextRunner local =
            runner.withPropertyValues("dynamolock.local.enabled=true", "dynamolock.local.port=0");

    @Test
    void theTableIsCreatedAndTheAddressIsTold(CapturedOutput output) {
        local.run(context -> assertThat(
                        context.getBean(LockClient.class).acquire("a").isHeld())
                .isTrue());
        assertThat(output)
                .containsPattern(
                        "DynamoDB runs in this process, for development only, and serves http://127.0.0.1:\\d+")
                .contains("Created the lock table 'locks'");
    }

    @Test
    void anotherApplicationJoinsWithoutCredentialsOrRegion(CapturedOutput output) {
        local.run(first -> {
            Matcher address = Pattern.compile("serves (http://127.0.0.1:\\d+)").matcher(output);
            assertThat(address.find()).isTrue();
            runner.withPropertyValues("dynamolock.client.endpoint=" + address.group(1))
                    .run(second -> {
                        first.getBean(LockClient.class).acquire("a");
                        LockRequest once =
                                LockRequest.forKey("a").waitTime(Duration.ZERO).build();
                        assertThatExceptionOfType(LockNotGrantedException.class)
                                .isThrownBy(
                                        () -> second.getBean(LockClient.class).acquire(once));
                    });
        });
        assertThat(output).contains("no AWS credentials or region are needed");
    }

    @Test
    void anApplicationWithoutADynamoDbClientGetsTheLocalOne() {
        local.run(context -> assertThat(
                        context.getBean(DynamoDbClient.class).listTables().tableNames())
                .containsExactly("locks"));
    }

    @Test
    void aFileKeepsTheDataForTheNextStart(@TempDir Path directory, CapturedOutput output) {
        Path file = directory.resolve("locks.data");
        ApplicationContextRunner kept = local.withPropertyValues("dynamolock.local.file=" + file);
        kept.run(context -> context.getBean(DynamoDbClient.class)
                .putItem(p -> p.tableName("locks")
                        .item(Map.of("key", AttributeValue.fromS("mine"), "note", AttributeValue.fromS("kept")))));
        kept.run(context -> assertThat(context.getBean(DynamoDbClient.class)
                        .scan(s -> s.tableName("locks"))
                        .items())
                .hasSize(1));
        assertThat(output).contains("Its data is kept in " + file);
    }

    @Test
    void aFileThatIsNotOursIsNamed(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("letter.txt"), "Dear all");
        local.withPropertyValues("dynamolock.local.file=" + file)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("is no data file of dynamolock-local"));
        assertThat(file).hasContent("Dear all");
    }

    @Test
    void theApplicationsOwnDynamoDbClientStaysWhatItIs() {
        try (LocalDynamoDb own = LocalDynamoDb.create()) {
            local.withBean(DynamoDbClient.class, own::client).run(context -> {
                context.getBean(LockClient.class).acquire("a");
                assertThat(context.getBean(DynamoDbClient.class)).isSameAs(own.client());
                assertThat(own.client().listTables().tableNames()).isEmpty();
            });
        }
    }

    @Test
    void aLocalDynamoDbBeanIsWhereTheLocksAreAndNothingIsServed(CapturedOutput output) {
        LocalDynamoDb own = LocalDynamoDb.create();
        runner.withBean(LocalDynamoDb.class, () -> own).run(context -> {
            context.getBean(LockClient.class).acquire("a");
            assertThat(own.client().listTables().tableNames()).containsExactly("locks");
            assertThat(context.getBean(DynamoDbClient.class)).isSameAs(own.client());
        });
        local.withBean(LocalDynamoDb.class, () -> own)
                .run(context -> assertThat(context).hasSingleBean(LocalDynamoDb.class));
        assertThat(output).doesNotContain("serves http");
    }

    @Test
    void theDynamoDbThatIsStartedIsABean() {
        local.run(context -> assertThat(context.getBean(LocalDynamoDb.class)
                        .client()
                        .listTables()
                        .tableNames())
                .containsExactly("locks"));
    }

    @Test
    void aPortInUseIsExplained() {
        try (LocalDynamoDb other = LocalDynamoDb.create();
                LocalEndpoint endpoint = other.serve(0)) {
            runner.withPropertyValues("dynamolock.local.enabled=true", "dynamolock.local.port=" + endpoint.port())
                    .run(context -> assertThat(context.getStartupFailure())
                            .hasStackTraceContaining("can't serve on port " + endpoint.port())
                            .hasStackTraceContaining("dynamolock.client.endpoint=http://localhost:" + endpoint.port()));
        }
    }

    @Test
    void withoutItsJarItIsExplained() {
        local.withClassLoader(new FilteredClassLoader(LocalDynamoDb.class))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("the local DynamoDB is not on the class path")
                        .hasStackTraceContaining("io.github.dynamolock:dynamolock-local"));
    }
}
