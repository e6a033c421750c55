package io.github.dynamolock.table;

import java.time.Duration;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;

/**
 * Bounds one call in time and attempts, whatever the application's client is set to: the SDK's own default for DynamoDB,
 * 9 attempts without a time limit, can outlive a lease. Internal.
 */
public final class CallLimits {

    /** Attempts of the SDK within one call. */
    public static final int ATTEMPTS = 3;

    /** The longest pause after a throttled attempt, as a share of the call's time: pauses are not what uses it up. */
    private static final int LONGEST_PAUSE_DIVISOR = 6;

    private CallLimits() {}

    /** At most three attempts, each within a third of the time. */
    public static AwsRequestOverrideConfiguration within(Duration callTimeout) {
        RetryStrategy retries = retries(callTimeout);
        SdkPlugin fewAttempts = config -> config.overrideConfiguration(o -> o.retryStrategy(retries));
        return AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(callTimeout)
                .apiCallAttemptTimeout(callTimeout.dividedBy(ATTEMPTS))
                .addPlugin(fewAttempts)
                .build();
    }

    /**
     * The SDK pauses up to one and then two seconds when it was throttled, and, after many failures, does not try again at
     * all for a while: either would cost a lock whose lease is a few seconds while half of all calls still come through.
     */
    static RetryStrategy retries(Duration callTimeout) {
        Duration longest = callTimeout.dividedBy(LONGEST_PAUSE_DIVISOR);
        BackoffStrategy pauses = BackoffStrategy.exponentialDelay(longest.dividedBy(2), longest);
        return AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(ATTEMPTS)
                .throttlingBackoffStrategy(pauses)
                .circuitBreakerEnabled(false)
                .build();
    }
}
