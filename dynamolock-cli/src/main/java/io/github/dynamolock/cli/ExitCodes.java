package io.github.dynamolock.cli;

/** What this program's own exit codes say: shells' and sysexits.h's numbers. Any other is that of the command. */
final class ExitCodes {

    /** Another holds the lock, as {@code flock} says it; no such row; not freed. */
    static final int NOT_GRANTED = 1;

    /** EX_USAGE. */
    static final int USAGE = 64;

    /** EX_UNAVAILABLE: the table can't be used or reached. */
    static final int UNAVAILABLE = 69;

    /** EX_SOFTWARE. */
    static final int SOFTWARE = 70;

    /** EX_TEMPFAIL: the lock was lost. */
    static final int LOST = 75;

    static final int CAN_NOT_EXECUTE = 126;

    static final int NO_SUCH_COMMAND = 127;

    /** 128 and SIGINT. */
    static final int INTERRUPTED = 130;

    static final int GREATEST = 255;

    private ExitCodes() {}
}
