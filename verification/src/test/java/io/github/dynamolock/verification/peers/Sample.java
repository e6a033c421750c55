package io.github.dynamolock.verification.peers;

import java.util.Arrays;
import java.util.Collection;

/** Measured values, sorted. Those of an empty one are not numbers. */
final class Sample {
    private final double[] sorted;

    private Sample(double[] sorted) {
        this.sorted = sorted;
    }

    static Sample of(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Sample(sorted);
    }

    double[] sorted() {
        return sorted.clone();
    }

    double median() {
        return at(0.5);
    }

    double p99() {
        return at(0.99);
    }

    double max() {
        return at(1);
    }

    double mean() {
        return Arrays.stream(sorted).average().orElse(Double.NaN);
    }

    private double at(double share) {
        return sorted.length == 0 ? Double.NaN : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))];
    }
}
