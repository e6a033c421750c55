package io.github.dynamolock.simulation;

import io.github.dynamolock.LockClientBuilder;
import java.time.Duration;

/**
 * A client, whichever process it lives in for now.
 *
 * @param leaseMillis its lease
 * @param heartbeatMillis its heartbeat period
 * @param pollMillis its longest time between looks
 * @param rate of its machine's clocks
 * @param sleeps whether its machine is suspended now and then; then its wall clock is never set back
 * @param wallAheadMillis of its machine
 */
record Member(
        long leaseMillis, long heartbeatMillis, long pollMillis, double rate, boolean sleeps, int wallAheadMillis) {

    /** Sets what this client has for itself. */
    LockClientBuilder set(LockClientBuilder client) {
        return client.leaseDuration(Duration.ofMillis(leaseMillis))
                .heartbeatPeriod(Duration.ofMillis(heartbeatMillis))
                .pollInterval(Duration.ofMillis(pollMillis));
    }
}
