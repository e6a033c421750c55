package io.github.dynamolock.local;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What several threads did to one register, and whether it could have been done by one after the other, each at a moment
 * between its call and its answer: whether the history is linearizable. The register holds a number and begins with 0.
 *
 * <p>The check tries the orders that the times allow, depth first, and never the same set of operations with the same
 * value twice. An operation without an answer may have been done at any moment after its call, or never.
 */
final class RegisterHistory {
    private final List<Operation> operations = new ArrayList<>(); // guarded by this

    /** What an operation does to the register. */
    enum Kind {
        READ,
        WRITE,
        /** Writes if the register has an expected value. */
        SWAP,
        /** Finds that the register does not have an expected value. */
        SWAP_REFUSED
    }

    /**
     * One operation.
     *
     * @param kind what it does
     * @param expected the value it read or expected; for {@code SWAP_REFUSED} the one that it did not find
     * @param written the value it wrote, if it did
     * @param called when it was called
     * @param answered when it was answered; {@code Long.MAX_VALUE} when it was not
     */
    record Operation(Kind kind, int expected, int written, long called, long answered) {
        boolean isOpen() {
            return answered == Long.MAX_VALUE;
        }

        boolean fits(int value) {
            return switch (kind) {
                case WRITE -> true;
                case READ, SWAP -> value == expected;
                case SWAP_REFUSED -> value != expected;
            };
        }

        int after(int value) {
            return kind == Kind.WRITE || kind == Kind.SWAP ? written : value;
        }
    }

    synchronized void add(Operation operation) {
        operations.add(operation);
    }

    synchronized int size() {
        return operations.size();
    }

    synchronized boolean isLinearizable() {
        List<Operation> inOrder = operations.stream()
                .sorted(Comparator.comparingLong(Operation::called))
                .toList();
        return new Search(inOrder).from(0);
    }

    private record State(BitSet done, int value) {}

    private static final class Search {
        private final List<Operation> operations;
        private final BitSet done = new BitSet();
        private final Set<State> seen = new HashSet<>();
        private int answeredLeft;

        Search(List<Operation> operations) {
            this.operations = operations;
            this.answeredLeft =
                    (int) operations.stream().filter(each -> !each.isOpen()).count();
        }

        boolean from(int value) {
            if (answeredLeft == 0) {
                return true;
            }
            if (!seen.add(new State((BitSet) done.clone(), value))) {
                return false;
            }
            // Whatever was called after the first of the others was answered comes after it.
            long limit = firstAnswer();
            // What was not answered comes last, because most of it need not have been done.
            return from(value, limit, false) || from(value, limit, true);
        }

        private boolean from(int value, long limit, boolean open) {
            for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
                Operation next = operations.get(i);
                if (next.called() > limit) {
                    return false;
                }
                if (next.isOpen() == open && next.fits(value) && after(i, next, value)) {
                    return true;
                }
            }
            return false;
        }

        private boolean after(int index, Operation next, int value) {
            done.set(index);
            answeredLeft -= next.isOpen() ? 0 : 1;
            boolean found = from(next.after(value));
            answeredLeft += next.isOpen() ? 0 : 1;
            done.clear(index);
            return found;
        }

        private long firstAnswer() {
            long first = Long.MAX_VALUE;
            for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
                first = Math.min(first, operations.get(i).answered());
            }
            return first;
        }
    }
}
