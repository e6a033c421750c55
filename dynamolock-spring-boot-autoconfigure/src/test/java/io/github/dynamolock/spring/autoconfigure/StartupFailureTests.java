package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.FailedStart;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What an application that can't start prints: what is wrong, which property says so, and what to do. No stack trace. */
@ExtendWith(OutputCaptureExtension.class)
class StartupFailureTests {

    private static LocalDynamoDb dynamoDb = LocalDynamoDb.create();

    @BeforeEach
    void create() {
        dynamoDb = LocalDynamoDb.create();
    }

    @AfterEach
    void close() {
        dynamoDb.close();
    }

    @Test
    void theTableIsMissing(CapturedOutput output) {
        FailedStart.of(output, WithClient.class);
        assertThat(output)
                .contains("The lock table 'locks' can't be used")
                .contains("does not exist")
                .contains("dynamolock.table.initialize=create")
                .contains("dynamolock.table.name");
    }

    @Test
    void theTableHasOtherKeys(CapturedOutput output) {
        TestTables.create(dynamoDb.client(), "locks", "id");
        FailedStart.of(output, WithClient.class);
        assertThat(output)
                .contains("table 'locks' has the keys id (HASH, S), but the lock client is set to key (HASH, S)")
                .contains("dynamolock.table.partition-key")
                .contains("dynamolock.table.sort-key.name");
    }

    @Test
    void theHeartbeatIsTooSlowForTheLease(CapturedOutput output) {
        FailedStart.of(output, WithClient.class, "--dynamolock.lease-duration=8s");
        assertThat(output)
                .contains("dynamolock.heartbeat-period")
                .contains("at most half of dynamolock.lease-duration, which is PT8S");
    }

    @Test
    void aDurationIsNone(CapturedOutput output) {
        FailedStart.of(output, WithClient.class, "--dynamolock.lease-duration=soon");
        assertThat(output).contains("dynamolock.lease-duration").contains("soon");
    }

    @Test
    void aDurationIsOutOfRange(CapturedOutput output) {
        FailedStart.of(output, WithClient.class, "--dynamolock.poll-interval=0s");
        assertThat(output).contains("dynamolock.poll-interval").contains("It must be longer than zero");
    }

    @Test
    void aChoiceIsNone(CapturedOutput output) {
        FailedStart.of(output, WithClient.class, "--dynamolock.table.row-format=oracle");
        assertThat(output)
                .contains("dynamolock.table.row-format")
                .contains("oracle")
                .contains("AWS_LOCK_CLIENT");
    }

    @Test
    void theLockClientRefusesASetting(CapturedOutput output) {
        FailedStart.of(output, WithClient.class, "--dynamolock.owner-name=" + "x".repeat(300));
        assertThat(output).contains("The lock client refuses its settings: ownerName must have 1 to 255");
    }

    @Test
    @DisabledIfEnvironmentVariable(named = "AWS_REGION", matches = ".+")
    void thereIsNoRegion(CapturedOutput output) {
        withSystemProperties(() -> FailedStart.of(
                output, WithoutClient.class, "--dynamolock.client.endpoint=http://dynamodb.invalid:8000"));
        assertThat(output)
                .contains("No DynamoDB client can be built")
                .contains("dynamolock.client.region")
                .contains("dynamolock.local.enabled=true");
    }

    @Test
    @DisabledIfEnvironmentVariable(named = "AWS_ACCESS_KEY_ID", matches = ".+")
    @DisabledIfEnvironmentVariable(named = "AWS_WEB_IDENTITY_TOKEN_FILE", matches = ".+")
    @DisabledIfEnvironmentVariable(named = "AWS_CONTAINER_CREDENTIALS_FULL_URI", matches = ".+")
    @DisabledIfEnvironmentVariable(named = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", matches = ".+")
    void thereAreNoCredentials(CapturedOutput output) {
        withSystemProperties(
                () -> FailedStart.of(output, WithoutClient.class, "--dynamolock.client.region=eu-central-1"));
        assertThat(output)
                .contains("The lock table 'locks' can't be used")
                .contains("Give the process AWS credentials")
                .contains("dynamolock.local.enabled=true");
    }

    @Test
    void nothingListensAtTheEndpoint(CapturedOutput output) {
        FailedStart.of(output, WithoutClient.class, "--dynamolock.client.endpoint=http://localhost:1");
        assertThat(output)
                .contains("The lock table 'locks' can't be used")
                .contains("Check that DynamoDB can be reached from here, and dynamolock.client.endpoint");
    }

    @Test
    void theEndpointIsNoUrl(CapturedOutput output) {
        FailedStart.of(output, WithoutClient.class, "--dynamolock.client.endpoint=localhost:8000");
        assertThat(output).contains("dynamolock.client.endpoint").contains("as in http://localhost:8000");
    }

    @Test
    void thePortIsNone(CapturedOutput output) {
        FailedStart.of(output, WithoutClient.class, "--dynamolock.local.enabled=true", "--dynamolock.local.port=70000");
        assertThat(output).contains("dynamolock.local.port").contains("to 65535");
    }

    @Test
    void theTableMayNotBeDescribed(CapturedOutput output) {
        FailedStart.of(output, Forbidden.class);
        assertThat(output)
                .contains("The lock table 'locks' can't be used")
                .contains("Grant dynamodb:DescribeTable on the table, or set dynamolock.table.initialize=none");
    }

    @Test
    void anAnnotationIsWrong(CapturedOutput output) {
        FailedStart.of(output, WrongAnnotation.class, "--dynamolock.table.initialize=create");
        assertThat(output)
                .contains("WrongAnnotation$Jobs.run() can't work: key = \"task\" has 'task' without quotes")
                .contains("Literal text needs quotes of its own: \"'task'\"");
    }

    /** As on a machine that knows nothing of AWS. */
    private static void withSystemProperties(Runnable test) {
        Consumer<String> clear = System::clearProperty;
        System.setProperty("aws.disableEc2Metadata", "true");
        System.setProperty("aws.configFile", "/nonexistent");
        System.setProperty("aws.sharedCredentialsFile", "/nonexistent");
        try {
            test.run();
        } finally {
            clear.accept("aws.disableEc2Metadata");
            clear.accept("aws.configFile");
            clear.accept("aws.sharedCredentialsFile");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DynamoLockAutoConfiguration.class, DistributedLockAutoConfiguration.class})
    static class WithoutClient {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DynamoLockAutoConfiguration.class, DistributedLockAutoConfiguration.class})
    static class WithClient {

        @Bean
        DynamoDbClient dynamoDbClient() {
            return dynamoDb.client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(DynamoLockAutoConfiguration.class)
    static class Forbidden {

        @Bean
        DynamoDbClient dynamoDbClient() {
            return (DynamoDbClient) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("describeTable")) {
                            throw DynamoDbException.builder()
                                    .statusCode(400)
                                    .message("not authorized")
                                    .awsErrorDetails(AwsErrorDetails.builder()
                                            .errorCode("AccessDeniedException")
                                            .errorMessage("not authorized")
                                            .build())
                                    .build();
                        }
                        return null;
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DynamoLockAutoConfiguration.class, DistributedLockAutoConfiguration.class})
    static class WrongAnnotation {

        @Bean
        DynamoDbClient dynamoDbClient() {
            return dynamoDb.client();
        }

        @Bean
        Jobs jobs() {
            return new Jobs();
        }

        static class Jobs {

            @DistributedLock(key = "task")
            public void run() {}
        }
    }
}
