package io.github.dynamolock;

import io.github.dynamolock.table.Escapes;
import io.github.dynamolock.table.Failures;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Says what went wrong in the user's terms: which key, which table, what was seen, what to do. */
final class Errors {

    private Errors() {}

    static LockNotGrantedException notGranted(LockKey key, Duration waited, @Nullable LockInfo holder) {
        String by = holder == null
                ? "other threads of this client come first"
                : "it is held by '" + Escapes.escape(holder.ownerName()) + "', lease " + holder.leaseDuration()
                        + ", fencing token " + holder.fencingToken();
        String message = "lock " + key + " was not granted within " + waited.toMillis() + " ms: " + by;
        return new LockNotGrantedException(message, key.text(), waited, holder);
    }

    static LockLostException lost(LockKey key, LockLoss loss) {
        String by = loss.row()
                .map(row -> "; the row now names '" + Escapes.escape(row.ownerName()) + "'")
                .orElse("");
        return new LockLostException("lock " + key + " was lost: " + reason(loss.reason()) + by, loss);
    }

    private static String reason(LockLoss.Reason reason) {
        return switch (reason) {
            case TAKEN_OVER -> "another holder has taken it over (TAKEN_OVER)";
            case DELETED -> "its row was deleted or released by someone else (DELETED)";
            case EXPIRED -> "no renewal reached the table within the lease (EXPIRED)";
            case MAX_HOLD -> "it was held for its longest time (MAX_HOLD)";
            case CLIENT_CLOSED -> "the lock client was closed (CLIENT_CLOSED)";
        };
    }

    /** The failure as a {@link LockException}; what is one already, and errors of the JVM, stay as they are. */
    static Throwable describe(LockTable table, LockKey key, Throwable failure) {
        if (failure instanceof LockException || !(failure instanceof RuntimeException cause)) {
            return failure;
        }
        return unusable(table, "lock " + key, cause);
    }

    static LockTableException unusable(LockTable table, String what, RuntimeException cause) {
        return new LockTableException(what + ": " + explain(Escapes.escape(table.name()), cause), cause);
    }

    private static String explain(String table, RuntimeException cause) {
        String code = cause instanceof AwsServiceException service ? Failures.errorCode(service) : "";
        String message = cause.getMessage();
        String seen = Escapes.message(message == null ? cause.getClass().getName() : message);
        return switch (code) {
            case "ResourceNotFoundException" ->
                "table '" + table + "' does not exist in this account and region."
                        + " Create it, for instance with LockTables.create, or correct the table name, region or endpoint";
            case "AccessDeniedException" ->
                "the credentials in use are not allowed to do this on table '" + table
                        + "'; a lock client needs dynamodb:GetItem and dynamodb:UpdateItem, and dynamodb:DeleteItem to delete"
                        + " on release. Seen: " + seen;
            case "ValidationException" ->
                "DynamoDB refused the request on table '" + table
                        + "'; check that its keys are those of the client's LockTable. Seen: " + seen;
            default ->
                (Failures.isPassing(cause)
                                ? "table '" + table + "' could not be reached or was too busy"
                                : "table '" + table + "' can't be used")
                        + ". Seen: " + seen;
        };
    }
}
