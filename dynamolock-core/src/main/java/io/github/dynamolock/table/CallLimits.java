package io.github.dynamolock.table;

import java.time.Duration;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.retries.api.RetryStrategy;

/**
 * Bounds one call in time and attempts, whatever the application's client is set to: the SDK's own default for DynamoDB,
 * 9 attempts without a time limit, can outlive a lease. Internal.
 */
public final class CallLimits {

    /** Attempts of the SDK within one call. */
    public static final int ATTEMPTS = 3;

    private static final RetryStrategy FEW_ATTEMPTS = AwsRetryStrategy.standardRetryStrategy().toBuilder()
            .maxAttempts(ATTEMPTS)
            .build();

    private CallLimits() {}

    /** At most three attempts, each within a third of the time. */
    public static AwsRequestOverrideConfiguration within(Duration callTimeout) {
        SdkPlugin fewAttempts = config -> config.overrideConfiguration(o -> o.retryStrategy(FEW_ATTEMPTS));
        return AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(callTimeout)
                .apiCallAttemptTimeout(callTimeout.dividedBy(ATTEMPTS))
                .addPlugin(fewAttempts)
                .build();
    }
}
