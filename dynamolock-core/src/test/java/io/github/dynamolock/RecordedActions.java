package io.github.dynamolock;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Writes down which IAM actions the client's own calls need, over all tests: a line of policy and action for each, once, in
 * {@code target/recorded-actions}. {@code .ci/check-aws} compares them with the policies in {@code docs/aws}.
 *
 * <p>Only calls that reach the local DynamoDB in this process on the caller's thread can be told from those of the tests;
 * what goes through HTTP comes from the same code.
 */
public final class RecordedActions extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private static final Path FILE =
            Path.of("target", "recorded-actions", ProcessHandle.current().pid() + ".txt");

    private static final String TABLE_ADMIN = "io.github.dynamolock.TableAdmin";
    private static final String TABLE_CALLS = "io.github.dynamolock.table.TableCalls";
    private static final String RENEWING_GUARD = "io.github.dynamolock.fencing.RenewingGuard";

    /** Operations on rows of which nothing more is to be learned: there are millions. */
    private final Set<String> settled = ConcurrentHashMap.newKeySet();

    private final Set<String> recorded = ConcurrentHashMap.newKeySet();

    @Override
    protected void append(ILoggingEvent call) {
        Object[] operationAndRequest = call.getArgumentArray();
        String operation = operationAndRequest[0].toString();
        if (settled.contains(operation)) {
            return;
        }
        List<StackWalker.StackFrame> stack =
                StackWalker.getInstance().walk(frames -> frames.collect(Collectors.toList()));
        if (operationAndRequest[1] instanceof TransactWriteItemsRequest transaction) {
            recordTransaction(transaction, stack);
            return;
        }
        if (calls(stack, TABLE_ADMIN, "create")) {
            record("create-table", operation);
            if (operationAndRequest[1] instanceof CreateTableRequest create && create.hasTags()) {
                record("tag-table", "TagResource");
            }
        } else if (calls(stack, TABLE_ADMIN, "validate")) {
            record("runtime", operation);
        } else if (operation.equalsIgnoreCase(calledBy(TABLE_CALLS, stack))) {
            record(operation.equals("DeleteItem") ? "delete-rows" : "runtime", operation);
            settled.add(operation);
        }
    }

    private static boolean calls(List<StackWalker.StackFrame> stack, String type, String method) {
        return stack.stream()
                .anyMatch(frame -> frame.getClassName().equals(type)
                        && frame.getMethodName().equals(method));
    }

    /** The method that a type has called: what a test lets happen meanwhile is another. */
    private static @Nullable String calledBy(String type, List<StackWalker.StackFrame> stack) {
        for (int i = 1; i < stack.size(); i++) {
            if (stack.get(i).getClassName().equals(type)) {
                return stack.get(i - 1).getMethodName();
            }
        }
        return null;
    }

    /** A transaction needs what each of its parts would; of those, the guards are the client's. */
    private void recordTransaction(TransactWriteItemsRequest transaction, List<StackWalker.StackFrame> stack) {
        if (transaction.transactItems().stream().anyMatch(item -> item.conditionCheck() != null)) {
            record("guard-transactions", "ConditionCheckItem");
        }
        if (transaction.transactItems().get(0).update() != null && calls(stack, RENEWING_GUARD, "execute")) {
            record("runtime", "UpdateItem");
        }
    }

    private void record(String policy, String operation) {
        String line = policy + " dynamodb:" + operation + "\n";
        if (!recorded.add(line)) {
            return;
        }
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
