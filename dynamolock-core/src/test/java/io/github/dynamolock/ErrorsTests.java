package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class ErrorsTests {

    private static final LockTable TABLE = LockTable.named("locks");
    private static final LockKey KEY = LockKey.of("campaign:42\nx");
    private static final LockInfo HOLDER = new LockInfo(
            "k", "orders-2\u001b[0m", Duration.ofSeconds(20), "x:1", false, 7, null, Map.of(), LockInfo.State.HELD);

    private static RuntimeException service(@Nullable String code) {
        return DynamoDbException.builder()
                .statusCode(400)
                .message("what DynamoDB said")
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .build();
    }

    private static Throwable described(Throwable failure) {
        return Errors.describe(TABLE, KEY, failure);
    }

    @Test
    void aRefusalNamesTheKeyTheWaitAndTheHolder() {
        LockNotGrantedException e = Errors.notGranted(KEY, Duration.ofMillis(1_500), HOLDER);
        assertThat(e)
                .hasMessage("lock 'campaign:42\\u000ax' was not granted within 1500 ms: it is held by"
                        + " 'orders-2\\u001b[0m', lease PT20S, fencing token 7");
        assertThat(e.key()).isEqualTo("campaign:42\nx");
        assertThat(e.waited()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(e.holder()).hasValue(HOLDER);
    }

    @Test
    void aRefusalWithoutAKnownHolderSaysWhoComesFirst() {
        LockNotGrantedException e = Errors.notGranted(KEY, Duration.ZERO, null);
        assertThat(e).hasMessageContaining("other threads of this client come first");
        assertThat(e.holder()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(LockLoss.Reason.class)
    void aLossNamesItsReason(LockLoss.Reason reason) {
        LockLostException e = Errors.lost(KEY, new LockLoss(reason, null));
        assertThat(e).hasMessageContaining("'campaign:42\\u000ax' was lost").hasMessageContaining(reason.name());
        assertThat(e.loss().reason()).isEqualTo(reason);
    }

    @Test
    void aTakeoverNamesTheOther() {
        assertThat(Errors.lost(KEY, new LockLoss(LockLoss.Reason.TAKEN_OVER, HOLDER)))
                .hasMessageContaining("now names 'orders-2\\u001b[0m'");
    }

    @ParameterizedTest
    @CsvSource({
        "ResourceNotFoundException, LockTables.create",
        "AccessDeniedException, dynamodb:UpdateItem",
        "ValidationException, check that its keys",
        "ProvisionedThroughputExceededException, could not be reached or was too busy",
        "ExpiredTokenException, can't be used",
        ", can't be used"
    })
    void aFailureOfTheTableSaysWhatToDoAndKeepsItsCause(String code, String remedy) {
        RuntimeException cause = service(code);
        Throwable described = described(cause);
        assertThat(described)
                .isInstanceOf(LockTableException.class)
                .hasCause(cause)
                .hasMessageContaining("'campaign:42\\u000ax'")
                .hasMessageContaining("'locks'")
                .hasMessageContaining(remedy);
    }

    @Test
    void whatWasSeenIsTold() {
        assertThat(described(service("AccessDeniedException"))).hasMessageContaining("what DynamoDB said");
        assertThat(described(ApiCallTimeoutException.create(5_000)))
                .hasMessageContaining("could not be reached")
                .hasMessageContaining("5000");
        assertThat(described(SdkClientException.create("Unable to load credentials")))
                .hasMessageContaining("can't be used")
                .hasMessageContaining("credentials");
    }

    @Test
    void whatIsAlreadyToldInTheUsersTermsStaysAsItIs() {
        LockException own = new LockException("own", null);
        assertThat(described(own)).isSameAs(own);
        Error error = new OutOfMemoryError();
        assertThat(described(error)).isSameAs(error);
    }

    @Test
    void rowsThatAreNotTouchedAreNamed() {
        assertThat(RowProblems.foreign(KEY))
                .hasMessageContaining("'campaign:42\\u000ax'")
                .hasMessageContaining("left as it is");
        assertThat(RowProblems.corrupt(KEY, AcquisitionTests.row("x:1", false, "leaseDuration is \nbanana")))
                .hasMessageContaining("leaseDuration is \\u000abanana")
                .hasMessageContaining("not taken");
    }

    @Test
    void aFailureThatSaysNothingIsNamedByItsType() {
        assertThat(described(new CancellationException()))
                .hasMessageEndingWith("Seen: java.util.concurrent.CancellationException");
    }
}
