package io.github.dynamolock.spring.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/** The observation of locked calls. */
public enum DynamoLockObservation implements ObservationDocumentation {

    /** One call of a locked method, from asking for the lock until it is given back: the wait, and the method under it. */
    LOCKED {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultDynamoLockObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinality.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return HighCardinality.values();
        }

        @Override
        public Observation.Event[] getEvents() {
            return Events.values();
        }
    };

    /** Values of which there are few: tags of meters too. */
    public enum LowCardinality implements KeyName {
        /** The name of the lock, as in the tags of the meters. */
        LOCK {
            @Override
            public String asString() {
                return "lock";
            }
        },
        /** How the call ended: a {@link LockOutcome} in lower case. */
        OUTCOME {
            @Override
            public String asString() {
                return "outcome";
            }
        }
    }

    /** Values that may be different in each call: of spans alone. */
    public enum HighCardinality implements KeyName {
        /** The lock's key, or the keys with commas between; can be turned off. */
        KEY {
            @Override
            public String asString() {
                return "dynamolock.key";
            }
        },
        /** The name that the lock client writes into its rows. */
        OWNER {
            @Override
            public String asString() {
                return "dynamolock.owner";
            }
        },
        /** The fencing token, or the tokens in the order of the keys; absent from calls without a lock. */
        FENCING_TOKEN {
            @Override
            public String asString() {
                return "dynamolock.fencing.token";
            }
        }
    }

    /** What happens during the call. */
    public enum Events implements Observation.Event {
        /** The locks were granted: the wait is over, the method begins. */
        GRANTED {
            @Override
            public String getName() {
                return "granted";
            }
        },
        /** A lock was lost. */
        LOST {
            @Override
            public String getName() {
                return "lost";
            }
        }
    }
}
