package io.github.dynamolock.local;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * A {@link DynamoDbClient} that calls the engine directly, in the calling thread.
 *
 * <p>It is a proxy rather than a class because every method of the interface that takes a request does the same, and
 * because the operations of a later SDK must be refused by name like those of this one, which no class can do that was
 * compiled before. The interface's own methods for paginators and consumers end up in those.
 */
final class InProcessClient implements InvocationHandler {
    private final InProcessCalls calls;

    private InProcessClient(InProcessCalls calls) {
        this.calls = calls;
    }

    static DynamoDbClient of(InProcessCalls calls) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                InProcessClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                new InProcessClient(calls));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && arguments.length == 1 && arguments[0] instanceof DynamoDbRequest request) {
            if (DynamoDbResponse.class.isAssignableFrom(method.getReturnType())) {
                return calls.call(request);
            }
        }
        return switch (method.getName()) {
            case "close" -> null;
            case "serviceName" -> DynamoDbClient.SERVICE_NAME;
            case "waiter" ->
                DynamoDbWaiter.builder().client((DynamoDbClient) proxy).build();
            case "serviceClientConfiguration" -> calls.configuration();
            case "toString" -> "DynamoDbClient of LocalDynamoDb, " + calls.client();
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> arguments != null && proxy == arguments[0];
            default -> InvocationHandler.invokeDefault(proxy, method, arguments);
        };
    }
}
