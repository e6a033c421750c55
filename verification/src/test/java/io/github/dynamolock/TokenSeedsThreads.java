package io.github.dynamolock;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** Where tokens begin, for two keys and a clock that any thread may have read a little earlier. */
@Param(name = "key", gen = IntGen.class, conf = "0:1")
@Param(name = "number", gen = IntGen.class, conf = "0:4")
public final class TokenSeedsThreads {

    private static final LockKey[] KEYS = {LockKey.of("a"), LockKey.of("b")};

    private final TokenSeeds seeds = new TokenSeeds();

    @Operation(params = {"key", "number", "number"})
    public void granted(int key, int token, int now) {
        seeds.granted(KEYS[key], token, now);
    }

    @Operation(params = {"key", "number"})
    public long next(int key, int now) {
        return seeds.next(KEYS[key], now);
    }

    @Operation
    public int size() {
        return seeds.size();
    }
}
