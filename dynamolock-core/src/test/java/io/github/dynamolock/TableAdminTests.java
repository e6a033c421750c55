package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Tables that take a while. */
class TableAdminTests {

    private final AwsServiceException denied = DynamoDbException.builder()
            .awsErrorDetails(AwsErrorDetails.builder()
                    .errorCode("AccessDeniedException")
                    .errorMessage("not allowed")
                    .build())
            .statusCode(400)
            .build();

    @Test
    void aTableThatBecomesActiveLaterIsFoundSoonAfterwards() throws InterruptedException {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            AtomicInteger looks = new AtomicInteger();
            long start = System.nanoTime();
            LockTables.create(activeAtLook(3, looks, dynamo.client()), LockTableSpec.of("locks"));
            assertThat(looks).hasValueGreaterThanOrEqualTo(3);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TableStatus.class,
            names = {"CREATING", "DELETING", "ARCHIVED"})
    void aTableThatCannotBeUsedNowIsNotTaken(TableStatus status) throws InterruptedException {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
            assertThatExceptionOfType(LockTableException.class)
                    .isThrownBy(
                            () -> new TableAdmin(showing(status, dynamo.client())).validate(LockTable.named("locks")))
                    .withMessageContaining("'locks' is " + status + ", not ACTIVE");
        }
    }

    @Test
    void aTableThatIsBeingChangedIsTaken() throws InterruptedException {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
            DynamoDbClient changing = showing(TableStatus.UPDATING, dynamo.client());
            assertThatCode(() -> new TableAdmin(changing).validate(LockTable.named("locks")))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aTableThatWasBeingDeletedAndIsThereAgainIsTaken() throws InterruptedException {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
            AtomicInteger looks = new AtomicInteger();
            DynamoDbClient deleting = Detour.answering(
                    dynamo.client(),
                    answer -> answer instanceof DescribeTableResponse described && looks.incrementAndGet() == 1
                            ? described.copy(d -> d.table(t -> t.tableStatus(TableStatus.DELETING)))
                            : answer);
            assertThat(LockTables.create(deleting, LockTableSpec.of("locks")))
                    .isEqualTo(LockTables.Creation.ALREADY_EXISTED);
        }
    }

    @Test
    void anInterruptEndsTheWaitForATable() throws InterruptedException {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            DynamoDbClient never = Detour.answering(dynamo.client(), answer -> {
                if (answer instanceof DescribeTableResponse described) {
                    Thread.currentThread().interrupt();
                    return described.copy(d -> d.table(t -> t.tableStatus(TableStatus.CREATING)));
                }
                return answer;
            });
            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(() -> LockTables.create(never, LockTableSpec.of("locks")))
                    .withMessageContaining("before the table was active");
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DescribeTable, 0, could not be checked",
        "CreateTable, 0, could not be created",
        "DescribeTable, 1, did not become active",
        "DescribeTable, 2, could not be checked"
    })
    void whatDynamoDbRefusesIsToldWithTheTable(String operation, int after, String told) {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            dynamo.faults().on(operation).after(after).fail(denied);
            assertThatExceptionOfType(LockTableException.class)
                    .isThrownBy(() -> LockTables.create(dynamo.client(), LockTableSpec.of("locks")))
                    .withMessageContaining(told)
                    .withMessageContaining("locks");
        }
    }

    private static DynamoDbClient activeAtLook(int look, AtomicInteger looks, DynamoDbClient target) {
        return Detour.answering(
                target,
                answer -> answer instanceof DescribeTableResponse described && looks.incrementAndGet() < look
                        ? described.copy(d -> d.table(t -> t.tableStatus(TableStatus.CREATING)))
                        : answer);
    }

    private static DynamoDbClient showing(TableStatus status, DynamoDbClient target) {
        return Detour.answering(
                target,
                answer -> answer instanceof DescribeTableResponse described
                        ? described.copy(d -> d.table(described
                                .table()
                                .copy(t -> t.tableStatus(status).replicas(List.of()))))
                        : answer);
    }
}
