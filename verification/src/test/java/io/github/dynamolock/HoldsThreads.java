package io.github.dynamolock;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** The registry of held locks: two holds under one id, and one of another, of one key. */
@Param(name = "hold", gen = IntGen.class, conf = "0:2")
public final class HoldsThreads {

    private static final Hold[] HOLDS = {Threads.hold("a"), Threads.hold("a"), Threads.hold("b")};

    private final Holds holds = new Holds();

    @Operation(params = "hold")
    public boolean add(int hold) {
        return holds.add(HOLDS[hold]);
    }

    @Operation(params = "hold")
    public void remove(int hold) {
        holds.remove(HOLDS[hold]);
    }

    @Operation
    public int byVersion() {
        Hold found = holds.byVersion("a:0000000007");
        return found == null ? -1 : number(found);
    }

    @Operation
    public List<Integer> all() {
        return numbers(holds.all());
    }

    @Operation
    public List<Integer> close() {
        return numbers(holds.close());
    }

    private static List<Integer> numbers(List<Hold> found) {
        return found.stream().map(HoldsThreads::number).toList();
    }

    private static int number(Hold hold) {
        return List.of(HOLDS).indexOf(hold);
    }
}
