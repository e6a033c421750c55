package io.github.dynamolock.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Writes down which IAM actions the commands' calls need, over all tests: a line of command and action for each, once, in
 * {@code target/recorded-actions}. {@code .ci/check-aws} compares them with the policies in {@code docs/aws}. The AWS SDK
 * loads it; tests that set something up do so without that SDK's client.
 */
public final class RecordedActions implements ExecutionInterceptor {

    private static final Path FILE =
            Path.of("target", "recorded-actions", ProcessHandle.current().pid() + ".txt");

    /** Part of a class's name, and the commands whose calls it makes: the lock client calls on threads of its own. */
    private static final List<List<String>> CALLERS = List.of(
            List.of("cli.ListCommand", "look"),
            List.of("dynamolock.ForcedRelease", "force-release"),
            List.of("dynamolock.DefaultLockClient", "look"),
            List.of("dynamolock.table.LockRows", "lock"));

    /** Of all clients: each has an instance of this class. */
    private static final Set<String> RECORDED = ConcurrentHashMap.newKeySet();

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        String operation = context.request().getClass().getSimpleName().replaceAll("Request$", "");
        Set<String> classes = ConcurrentHashMap.newKeySet();
        StackWalker.getInstance().forEach(frame -> classes.add(frame.getClassName()));
        for (List<String> caller : CALLERS) {
            if (classes.stream().anyMatch(name -> name.endsWith(caller.get(0)))) {
                record(caller.get(1) + " dynamodb:" + operation + "\n");
                return;
            }
        }
        throw new AssertionError("a call that no command makes: " + operation);
    }

    private static void record(String line) {
        if (!RECORDED.add(line)) {
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
