package io.github.dynamolock.local;

import java.util.List;

/**
 * One call that a fault struck.
 *
 * @param call the how-manieth call it was of all that arrived since the calls were counted from zero
 * @param client the name of the client that made it
 * @param operation its operation, such as {@code UpdateItem}
 * @param tables the tables it names
 * @param fault what the fault does
 */
public record Strike(long call, String client, String operation, List<String> tables, String fault) {
    /** Makes one; the tables are copied. */
    public Strike {
        tables = List.copyOf(tables);
    }

    /** One line for a report, such as {@code call 17, UpdateItem on [locks] by orders-1: reply lost}. */
    @Override
    public String toString() {
        return "call " + call + ", " + operation + " on " + tables + " by " + client + ": " + fault;
    }
}
