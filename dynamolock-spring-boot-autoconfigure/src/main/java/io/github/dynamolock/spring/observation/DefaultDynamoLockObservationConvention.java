package io.github.dynamolock.spring.observation;

import io.github.dynamolock.spring.observation.DynamoLockObservation.HighCardinality;
import io.github.dynamolock.spring.observation.DynamoLockObservation.LowCardinality;
import io.micrometer.common.KeyValues;
import java.util.stream.Collectors;

/** The names of {@link DynamoLockObservation}. Extend it to add to them. */
public class DefaultDynamoLockObservationConvention implements DynamoLockObservationConvention {

    private final boolean keysShown;

    /**
     * A convention.
     *
     * @param keysShown whether the keys of locks are among the high-cardinality values
     */
    public DefaultDynamoLockObservationConvention(boolean keysShown) {
        this.keysShown = keysShown;
    }

    @Override
    public String getName() {
        return "dynamolock.locked";
    }

    @Override
    public String getContextualName(DynamoLockObservationContext context) {
        return "locked " + context.getLockName();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(DynamoLockObservationContext context) {
        return KeyValues.of(
                LowCardinality.LOCK.withValue(context.getLockName()),
                LowCardinality.OUTCOME.withValue(context.getOutcome().tag()));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(DynamoLockObservationContext context) {
        KeyValues values = KeyValues.of(HighCardinality.OWNER.withValue(context.getOwnerName()));
        if (keysShown) {
            values = values.and(HighCardinality.KEY.withValue(String.join(",", context.getKeys())));
        }
        if (!context.getFencingTokens().isEmpty()) {
            String tokens =
                    context.getFencingTokens().stream().map(String::valueOf).collect(Collectors.joining(","));
            values = values.and(HighCardinality.FENCING_TOKEN.withValue(tokens));
        }
        return values;
    }
}
