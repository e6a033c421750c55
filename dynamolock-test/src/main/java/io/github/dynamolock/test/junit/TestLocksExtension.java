package io.github.dynamolock.test.junit;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.test.OtherInstance;
import io.github.dynamolock.test.TestLocks;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Gives each test a new DynamoDB in this process, with the table {@code locks}, and closes it afterwards, with all clients.
 *
 * <p>Write {@code @ExtendWith(TestLocksExtension.class)} on the class, and what a test needs among its parameters, as in
 * {@code void oneImportRunsAtATime(TestLocks locks, LockClient client)}.
 *
 * <p>Parameters of test methods, lifecycle methods and constructors may be {@link TestLocks} and what it has: its {@link
 * LockClient}, {@link OtherInstance}, {@link LocalDynamoDb} and {@link DynamoDbClient}. Asked for before all tests, or in the
 * constructor of an instance for all tests, it is one for the class, and {@linkplain TestLocks#reset() reset} after each.
 *
 * <p>For a test that leaves a lock held to fail, register {@link #requiringRelease()}.
 */
public final class TestLocksExtension implements ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(TestLocksExtension.class);

    private static final Map<Class<?>, Function<TestLocks, Object>> OFFERED = Map.of(
            TestLocks.class, locks -> locks,
            LockClient.class, TestLocks::client,
            OtherInstance.class, TestLocks::otherInstance,
            LocalDynamoDb.class, TestLocks::local,
            DynamoDbClient.class, locks -> locks.local().client());

    private final boolean requiresRelease;

    /** What a test leaves held is released without a word. */
    public TestLocksExtension() {
        this(false);
    }

    private TestLocksExtension(boolean requiresRelease) {
        this.requiresRelease = requiresRelease;
    }

    /** With this one a test fails that leaves a lock held: for {@code @RegisterExtension}. */
    public static TestLocksExtension requiringRelease() {
        return new TestLocksExtension(true);
    }

    private record Stored(TestLocks locks, String context) implements AutoCloseable {

        @Override
        public void close() {
            locks.close();
        }
    }

    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return OFFERED.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Function<TestLocks, Object> wanted =
                OFFERED.get(parameter.getParameter().getType());
        if (wanted == null) {
            throw new ParameterResolutionException("not offered: " + parameter.getParameter());
        }
        Stored stored =
                context.getStore(NAMESPACE).computeIfAbsent(Stored.class, type -> create(context), Stored.class);
        return wanted.apply(stored.locks());
    }

    private static Stored create(ExtensionContext context) {
        try {
            return new Stored(TestLocks.create(), context.getUniqueId());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ParameterResolutionException("interrupted while the lock table was created", interrupted);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        Stored stored = context.getStore(NAMESPACE).get(Stored.class, Stored.class);
        if (stored == null) {
            return;
        }
        try {
            if (requiresRelease) {
                stored.locks().assertAllReleased();
            }
        } finally {
            if (!stored.context().equals(context.getUniqueId())) {
                stored.locks().reset();
            }
        }
    }
}
