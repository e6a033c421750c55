package io.github.dynamolock.simulation;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What befalls a call, by the numbers of the list of faults. */
enum Fault {
    REQUEST_LOST("F1", true),
    REPLY_LOST("F2", true),
    DUPLICATED("F3", true),
    SENT_AGAIN("F3", true),
    REQUEST_LATE("F4", true),
    REPLY_LATE("F4", true),
    OVERTAKEN("F5", false),
    CAPACITY_EXCEEDED("F6", true),
    THROTTLED("F6", true),
    ACCOUNT_LIMIT("F6", true),
    ERROR_500("F7", true),
    ERROR_500_APPLIED("F7", true),
    ERROR_503("F7", true),
    ERROR_503_APPLIED("F7", true),
    REQUESTS_CUT("F8", false),
    REPLIES_CUT("F8", false),
    PAUSED_BEFORE_SENDING("F9", true),
    PAUSED_BEFORE_ANSWER("F9", true),
    WALL_FORWARD("F10", true),
    WALL_BACK("F10", true),
    DRIFTING("F11", false),
    SUSPENDED("F12", true),
    KILLED_BEFORE_SENDING("F13", true),
    KILLED_MEANWHILE("F13", true),
    RESTARTED("F14", false),
    SLOW_RELEASE("F15", false),
    CLOSED_MEANWHILE("F16", true),
    TABLE_MISSING("F17", true),
    CREDENTIALS_EXPIRED("F18", true),
    ACCESS_DENIED("F18", true),
    ROW_DELETED("F19", true),
    ROW_CORRUPT("F20", true),
    ROW_FOREIGN("F20", true),
    STALE("F21", true),
    CONFLICT("F22", true),
    /** A pool that has no thread for a task takes it later ({@code ClientThreadsTests}): to the client that is the same. */
    STARVED("F23", true),
    GIVEN_UP("F24", true),
    INTERRUPTED("F24", true),
    CALLBACKS_THROW("F25", false),
    CALLBACKS_BLOCK("F25", false),
    MIXED_SETTINGS("F26", false),
    HOLD_IDS_REPEAT("F27", false),
    MANY_WAITERS("F28", false);

    private static final Set<Operation> WITHOUT_ROW = EnumSet.of(Operation.DESCRIBE);

    final String number;

    /** Whether it strikes single calls, rather than whole schedules or times. */
    final boolean strikes;

    Fault(String number, boolean strikes) {
        this.number = number;
        this.strikes = strikes;
    }

    /** Why it can't befall such a call; null when it can. */
    @Nullable
    String impossibleFor(Operation operation) {
        return switch (this) {
            case STALE -> operation == Operation.GET ? null : "only reads are stale";
            case CONFLICT ->
                operation == Operation.GET || operation == Operation.DESCRIBE ? "only writes conflict" : null;
            case SLOW_RELEASE ->
                operation == Operation.RELEASE || operation == Operation.CLOSE ? null : "it is of releases";
            case ROW_DELETED, ROW_CORRUPT, ROW_FOREIGN -> WITHOUT_ROW.contains(operation) ? "it is about no row" : null;
            case CLOSED_MEANWHILE -> operation == Operation.CLOSE ? "it is closing already" : null;
            case GIVEN_UP, INTERRUPTED -> operation == Operation.CLOSE ? "nobody waits for a lock any more" : null;
            case HOLD_IDS_REPEAT -> "a kind of schedule of its own, not counted here";
            default -> null;
        };
    }
}
