package io.github.dynamolock.history;

/**
 * One line of a history: an operation of a thread, by the monotonic clock of the one machine on which all processes run.
 *
 * @param process the process
 * @param thread the thread
 * @param operation what was asked
 * @param key the lock key, without spaces
 * @param token the fencing token of the hold, 0 where there is none
 * @param invoked when it was asked, nanoseconds
 * @param answered when the answer came, nanoseconds; {@link #NEVER} when none did
 * @param outcome what the answer was
 */
public record Entry(
        String process,
        String thread,
        Operation operation,
        String key,
        long token,
        long invoked,
        long answered,
        Outcome outcome) {

    /** No answer came. */
    public static final long NEVER = Long.MAX_VALUE;

    /** What can be asked. */
    public enum Operation {
        /** Acquire the lock: ok is a grant. */
        ACQUIRE,
        /** Ask whether it is held: ok is yes. */
        HELD,
        /** Be told that it is lost. */
        LOST,
        /** Release it: ok means that it was still held, refused that it was not. */
        RELEASE
    }

    /** How it can end. */
    public enum Outcome {
        /** Done. */
        OK,
        /** Not done. */
        REFUSED,
        /** Nobody knows. */
        INFO
    }

    boolean is(Operation wanted) {
        return operation == wanted && outcome == Outcome.OK;
    }

    /** The line. */
    public String line() {
        return String.join(
                " ",
                process,
                thread,
                operation.name(),
                key,
                Long.toString(token),
                Long.toString(invoked),
                answered == NEVER ? "-" : Long.toString(answered),
                outcome.name());
    }

    static Entry parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 8) {
            throw new IllegalArgumentException("a history line has 8 words, this has " + words.length + ": " + line);
        }
        return new Entry(
                words[0],
                words[1],
                Operation.valueOf(words[2]),
                words[3],
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                words[6].equals("-") ? NEVER : Long.parseLong(words[6]),
                Outcome.valueOf(words[7]));
    }
}
