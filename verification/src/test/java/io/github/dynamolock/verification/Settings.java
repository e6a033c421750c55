package io.github.dynamolock.verification;

import java.time.Duration;

/** How much is tried: little by default, and the whole by a system property. */
final class Settings {

    /** Runs of a fault on a process; {@code -Ddynamolock.runs=200}. */
    static final int RUNS = Integer.getInteger("dynamolock.runs", 20);

    /** How long a table throttles; {@code -Ddynamolock.storm.seconds=60}. */
    static final Duration STORM = seconds("dynamolock.storm.seconds", 18);

    /** How long processes change an item under one lock; {@code -Ddynamolock.workload.seconds=3600}. */
    static final Duration WORKLOAD = seconds("dynamolock.workload.seconds", 20);

    /** How long the soak takes; {@code -Ddynamolock.soak.seconds=3600}. */
    static final Duration SOAK = seconds("dynamolock.soak.seconds", 600);

    /**
     * What a busy machine may take beside what is promised; {@code -Ddynamolock.allowance.millis=250} on a quiet one.
     */
    static final Duration ALLOWANCE = Duration.ofMillis(Integer.getInteger("dynamolock.allowance.millis", 3000));

    private Settings() {}

    private static Duration seconds(String property, int otherwise) {
        return Duration.ofSeconds(Integer.getInteger(property, otherwise));
    }
}
