package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

class FailuresTests {

    private static RuntimeException service(int status, @Nullable String code) {
        return DynamoDbException.builder()
                .statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "400, ProvisionedThroughputExceededException",
        "400, RequestLimitExceeded",
        "400, ThrottlingException",
        "400, Throttling",
        "400, LimitExceededException",
        "400, TransactionConflictException",
        "400, TransactionInProgressException",
        "400, ReplicatedWriteConflictException",
        "429, AnythingAtAll",
        "500, InternalServerError",
        "503, ServiceUnavailable",
        "502, NobodyKnows",
        "400, RequestTimeTooSkewed"
    })
    void refusalsForNowPass(int status, String code) {
        assertThat(Failures.isPassing(service(status, code))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AccessDeniedException",
                "ResourceNotFoundException",
                "ValidationException",
                "UnrecognizedClientException",
                "ExpiredTokenException",
                "MissingAuthenticationTokenException",
                "ItemCollectionSizeLimitExceededException",
                "ResourceInUseException"
            })
    void refusalsThatSomebodyHasToMendDoNot(String code) {
        assertThat(Failures.isPassing(service(400, code))).isFalse();
    }

    @Test
    void modelledExceptionsAreJudgedByTheirCodeToo() {
        AwsErrorDetails conflict = AwsErrorDetails.builder()
                .errorCode("TransactionConflictException")
                .build();
        AwsErrorDetails throttle = AwsErrorDetails.builder()
                .errorCode("ProvisionedThroughputExceededException")
                .build();
        assertThat(Failures.isPassing(TransactionConflictException.builder()
                        .statusCode(400)
                        .awsErrorDetails(conflict)
                        .build()))
                .isTrue();
        assertThat(Failures.isPassing(ProvisionedThroughputExceededException.builder()
                        .statusCode(400)
                        .awsErrorDetails(throttle)
                        .build()))
                .isTrue();
        assertThat(Failures.isPassing(
                        ResourceNotFoundException.builder().statusCode(400).build()))
                .isFalse();
    }

    @Test
    void anAnswerThatNamesNoErrorIsJudgedByItsStatus() {
        assertThat(Failures.isPassing(service(400, null))).isFalse();
        assertThat(Failures.isPassing(service(407, null))).isFalse();
        assertThat(Failures.isPassing(service(503, null))).isTrue();
        assertThat(Failures.isPassing(
                        DynamoDbException.builder().statusCode(403).build()))
                .isFalse();
        assertThat(Failures.isPassing(
                        DynamoDbException.builder().statusCode(500).build()))
                .isTrue();
    }

    @Test
    void timeoutsPass() {
        assertThat(Failures.isPassing(ApiCallTimeoutException.create(5_000))).isTrue();
        assertThat(Failures.isPassing(ApiCallAttemptTimeoutException.create(5_000)))
                .isTrue();
        assertThat(Failures.isPassing(AbortedException.create("interrupted"))).isTrue();
        assertThat(Failures.isPassing(RetryableException.create("again"))).isTrue();
    }

    @Test
    void anAttemptThatIsCancelledBeforeItHasAConnectionPasses() {
        assertThat(Failures.isPassing(new CancellationException())).isTrue();
    }

    @Test
    void failuresOfTheNetworkPass() {
        assertThat(Failures.isPassing(SdkClientException.create("read", new SocketTimeoutException())))
                .isTrue();
        assertThat(Failures.isPassing(SdkClientException.create("resolve", new UnknownHostException("dynamodb"))))
                .isTrue();
        assertThat(Failures.isPassing(
                        SdkClientException.create("deep", new UncheckedIOException(new IOException("reset")))))
                .isTrue();
    }

    @Test
    void failuresOfSettingsDoNot() {
        assertThat(Failures.isPassing(SdkClientException.create("Unable to load credentials")))
                .isFalse();
        assertThat(Failures.isPassing(SdkClientException.create("region", new IllegalStateException())))
                .isFalse();
        assertThat(Failures.isPassing(new IllegalStateException("Connection pool shut down")))
                .isFalse();
        assertThat(Failures.isPassing(new UncheckedIOException(new IOException("not the SDK's"))))
                .isFalse();
        assertThat(Failures.isPassing(new NullPointerException())).isFalse();
    }
}
