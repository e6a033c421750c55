package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** The errors that DynamoDB answers for reasons outside the request. */
abstract class RefusalsContract extends FrontContract {
    private void assertRefused(int status, String code) {
        AwsServiceException error = error(() -> put("a", Map.of()));
        assertThat(error.awsErrorDetails().errorCode()).isEqualTo(code);
        assertThat(error.awsErrorDetails().errorMessage()).isNotBlank();
        assertThat(error.statusCode()).isEqualTo(status);
        assertThat(get("a")).isEmpty();
    }

    @Test
    void credentialsCanExpireOrBeUnknownOrNotEnough() {
        dynamo.faults().on("PutItem").times(1).reject(Rejection.EXPIRED_TOKEN);
        assertRefused(400, "ExpiredTokenException");
        dynamo.faults().on("PutItem").times(1).reject(Rejection.UNRECOGNIZED_CLIENT);
        assertRefused(400, "UnrecognizedClientException");
        dynamo.faults().on("PutItem").times(1).reject(Rejection.ACCESS_DENIED);
        assertRefused(400, "AccessDeniedException");
    }

    @Test
    void theServiceCanBeUnavailableWithOrWithoutApplying() {
        dynamo.faults().on("PutItem").times(1).unavailable();
        assertRefused(503, "ServiceUnavailable");
        dynamo.faults().on("PutItem").times(1).unavailableAfterApplying();
        assertThat(error(() -> put("a", Map.of())).statusCode()).isEqualTo(503);
        assertThat(get("a")).isNotEmpty();
    }

    @Test
    void aTableCanSeemDeleted() {
        dynamo.faults().onAny().table(TABLE).times(1).tableDeleted();
        assertThat(error(() -> put("a", Map.of()))).isInstanceOf(ResourceNotFoundException.class);
        put("a", Map.of());
    }

    @Test
    void aWriteCanMeetATransaction() {
        dynamo.faults().onAny().times(2).conflict();
        assertThat(error(() -> put("a", Map.of()))).isInstanceOf(TransactionConflictException.class);
        TransactWriteItem write = TransactWriteItem.builder()
                .put(p -> p.tableName(TABLE).item(key("a")))
                .build();
        assertThatThrownBy(() -> client.transactWriteItems(t -> t.transactItems(List.of(write, write))))
                .isInstanceOfSatisfying(
                        TransactionCanceledException.class,
                        e -> assertThat(e.cancellationReasons())
                                .extracting(CancellationReason::code)
                                .containsExactly("TransactionConflict", "TransactionConflict"));
        assertThat(get("a")).isEmpty();
    }

    @Test
    void nonsenseIsRefused() {
        FaultBuilder fault = dynamo.faults().onAny();
        assertThatThrownBy(() -> fault.after(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fault.reorder(0, Duration.ofSeconds(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> dynamo.client("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> dynamo.asyncClient("")).isInstanceOf(IllegalArgumentException.class);
        assertThat(get("a")).isEmpty();
    }

    @Test
    void aFaultSaysWhatItDoesAndToWhom() {
        assertThat(dynamo.faults()
                        .on("UpdateItem", "GetItem")
                        .table(TABLE)
                        .client("one")
                        .after(2)
                        .times(3)
                        .withProbability(0.5)
                        .loseReply())
                .hasToString("reply lost for GetItem, UpdateItem on things by one after 2 at most 3 times "
                        + "with probability 0.5");
        assertThat(dynamo.faults().onAny().throttle())
                .hasToString("answered ProvisionedThroughputExceededException for any operation");
    }
}
