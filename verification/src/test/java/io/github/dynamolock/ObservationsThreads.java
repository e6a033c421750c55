package io.github.dynamolock;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** What a client has seen of two keys' holders. */
@Param(name = "key", gen = IntGen.class, conf = "0:1")
@Param(name = "number", gen = IntGen.class, conf = "0:2")
public final class ObservationsThreads {

    private static final LockKey[] KEYS = {LockKey.of("a"), LockKey.of("b")};

    private final Observations observations = new Observations();

    @Operation(params = {"key", "number", "number"})
    public String see(int key, int version, int now) {
        String seen = "v" + version;
        return describe(observations.see(KEYS[key], AcquisitionTests.row(seen, false, null), seen, new Moment(now, 0)));
    }

    @Operation(params = "key")
    public String get(int key) {
        return observations.get(KEYS[key]).map(ObservationsThreads::describe).orElse("nothing");
    }

    @Operation(params = "key")
    public void forget(int key) {
        observations.forget(KEYS[key]);
    }

    @Operation
    public int size() {
        return observations.size();
    }

    private static String describe(Observation seen) {
        return seen.version() + " since " + seen.firstSeen().nanos();
    }
}
