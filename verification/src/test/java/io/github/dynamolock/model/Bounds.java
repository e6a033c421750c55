package io.github.dynamolock.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How much is explored.
 *
 * @param clients clients, 2 or 3
 * @param ids hold ids that can be in use at once, to 7; an id that nothing names any more is used again
 * @param renewals renewals of a hold, to 3
 * @param late requests that travel although nobody waits for them any more, to 3: delayed ones and duplicates
 * @param delays whether answers can be delayed; else they come at once or never
 * @param belief ticks after which a holder whose clock is slow has ceased to believe
 * @param patience ticks after which a waiter whose clock is fast may take over
 */
public record Bounds(int clients, int ids, int renewals, int late, boolean delays, int belief, int patience) {

    /**
     * Bounds for a lease of so many ticks. Things happen at whole ticks, so both limits are the first tick at or after the
     * moment they stand for.
     *
     * @param lease ticks, such as 2.9
     * @param holds the part of its lease in which the holder believes: 0.9
     * @param waits the part of the lease which a waiter waits: 1.01
     * @param drift how far the rate of a clock can be from the right one, each way: 0.05
     */
    static Bounds of(
            int clients,
            int ids,
            int renewals,
            int late,
            boolean delays,
            String lease,
            String holds,
            String waits,
            String drift) {
        BigDecimal error = new BigDecimal(drift);
        return new Bounds(
                clients,
                ids,
                renewals,
                late,
                delays,
                ticks(new BigDecimal(lease).multiply(new BigDecimal(holds)), BigDecimal.ONE.subtract(error)),
                ticks(new BigDecimal(lease).multiply(new BigDecimal(waits)), BigDecimal.ONE.add(error)));
    }

    private static int ticks(BigDecimal local, BigDecimal rate) {
        return local.divide(rate, 9, RoundingMode.HALF_UP)
                .setScale(0, RoundingMode.CEILING)
                .intValueExact();
    }

    /** Bounds for a variant: the lease and the parts of it that the protocol, or its mistake, has. */
    static Bounds of(Variant variant, int clients, int ids, int renewals, int late, boolean delays, String lease) {
        boolean margin = variant != Variant.M6;
        return of(clients, ids, renewals, late, delays, lease, margin ? "0.9" : "1", margin ? "1.01" : "1", "0.05");
    }

    /** The times of the protocol as it is, for a lease of so many ticks; the rest does not matter. */
    public static Bounds ours(String lease) {
        return of(Variant.OURS, 2, 3, 1, 0, false, lease);
    }
}
