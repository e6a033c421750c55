package io.github.dynamolock;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** The queue of one key: three tasks that come and go, and a hold of the first that is granted, handed on and ended. */
public final class LocalQueuesThreads {

    private static final int TASKS = 3;
    private static final Hold HOLD = Threads.hold("a");

    private final LocalQueues queues = new LocalQueues();

    /** How often each has been told to begin. */
    private final AtomicIntegerArray begun = new AtomicIntegerArray(TASKS);

    private final AcquireTask[] tasks = new AcquireTask[TASKS];

    public LocalQueuesThreads() {
        for (int i = 0; i < TASKS; i++) {
            int number = i;
            tasks[i] = Threads.task(call -> begun.incrementAndGet(number));
        }
    }

    private boolean enter(int number) {
        boolean first;
        try {
            first = queues.enter(tasks[number]);
        } catch (LockClientClosedException e) {
            return false;
        }
        if (first) {
            begun.incrementAndGet(number);
        }
        return first;
    }

    @Operation(runOnce = true)
    public boolean enterFirst() {
        return enter(0);
    }

    @Operation(runOnce = true)
    public void leaveFirst() {
        queues.leave(tasks[0]);
    }

    @Operation(runOnce = true)
    public boolean enterSecond() {
        return enter(1);
    }

    @Operation(runOnce = true)
    public void leaveSecond() {
        queues.leave(tasks[1]);
    }

    @Operation(runOnce = true)
    public boolean enterThird() {
        return enter(2);
    }

    @Operation(runOnce = true)
    public void leaveThird() {
        queues.leave(tasks[2]);
    }

    @Operation(runOnce = true)
    public void granted() {
        queues.granted(tasks[0], HOLD, false, new Moment(0, 0));
    }

    @Operation(runOnce = true)
    public int successor() {
        AcquireTask next = queues.successor(HOLD, new Moment(0, 0));
        if (next == null) {
            return -1;
        }
        int number = number(next);
        begun.incrementAndGet(number);
        return number;
    }

    @Operation(runOnce = true)
    public void ended() {
        queues.ended(HOLD);
    }

    @Operation(runOnce = true)
    public List<Integer> close() {
        return numbers(queues.close());
    }

    @Operation
    public boolean hasHolder() {
        return queues.holder(LockKey.of("k")) != null;
    }

    @Operation
    public List<Integer> waiting() {
        return numbers(queues.waiting());
    }

    /** Nobody begins twice, and whoever waits has somebody in front who does something. */
    @Validate
    public void nobodyIsForgotten() {
        for (int i = 0; i < TASKS; i++) {
            if (begun.get(i) > 1) {
                throw new IllegalStateException("task " + i + " began " + begun.get(i) + " times");
            }
        }
        List<Integer> waiting = numbers(queues.waiting());
        if (!hasHolder() && !waiting.isEmpty() && begun.get(waiting.get(0)) == 0) {
            throw new IllegalStateException("all of " + waiting + " wait, and none has begun");
        }
    }

    private List<Integer> numbers(List<AcquireTask> found) {
        return found.stream().map(this::number).toList();
    }

    private int number(AcquireTask task) {
        return Arrays.asList(tasks).indexOf(task);
    }
}
