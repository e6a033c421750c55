package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

class CallLimitsTests {

    private static final Duration CALL = Duration.ofMillis(500);

    @ParameterizedTest
    @ValueSource(ints = {1, 10_000})
    void aThrottledCallHasThreeAttemptsWithPausesOfAQuarterOfItsTimeHoweverManyFailedBefore(int calls) {
        RetryStrategy retries = CallLimits.retries(CALL);
        for (int call = 0; call < calls; call++) {
            RetryToken token = retries.acquireInitialToken(AcquireInitialTokenRequest.create("locks"))
                    .token();
            Duration paused = Duration.ZERO;
            for (int attempt = 2; attempt <= CallLimits.ATTEMPTS; attempt++) {
                RefreshRetryTokenResponse next = retries.refreshRetryToken(throttled(token));
                token = next.token();
                paused = paused.plus(next.delay());
            }
            assertThat(paused).isLessThanOrEqualTo(CALL.dividedBy(4));
            RetryToken last = token;
            assertThatThrownBy(() -> retries.refreshRetryToken(throttled(last)))
                    .isInstanceOf(TokenAcquisitionFailedException.class);
        }
    }

    private static RefreshRetryTokenRequest throttled(RetryToken token) {
        return RefreshRetryTokenRequest.builder()
                .token(token)
                .failure(ProvisionedThroughputExceededException.builder()
                        .awsErrorDetails(AwsErrorDetails.builder()
                                .errorCode("ProvisionedThroughputExceededException")
                                .build())
                        .build())
                .build();
    }
}
