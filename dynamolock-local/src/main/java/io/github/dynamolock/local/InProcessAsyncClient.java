package io.github.dynamolock.local;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;

/** A {@link DynamoDbAsyncClient} that calls the engine directly. It is a proxy for the reasons {@link InProcessClient} is. */
final class InProcessAsyncClient implements InvocationHandler {
    private final InProcessCalls calls;

    private InProcessAsyncClient(InProcessCalls calls) {
        this.calls = calls;
    }

    static DynamoDbAsyncClient of(InProcessCalls calls) {
        return (DynamoDbAsyncClient) Proxy.newProxyInstance(
                InProcessAsyncClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbAsyncClient.class},
                new InProcessAsyncClient(calls));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && arguments.length == 1 && arguments[0] instanceof DynamoDbRequest request) {
            if (method.getReturnType() == CompletableFuture.class) {
                return calls.callAsync(request);
            }
        }
        return switch (method.getName()) {
            case "close" -> null;
            case "serviceName" -> DynamoDbAsyncClient.SERVICE_NAME;
            case "waiter" ->
                DynamoDbAsyncWaiter.builder()
                        .client((DynamoDbAsyncClient) proxy)
                        .build();
            case "serviceClientConfiguration" -> calls.configuration();
            case "toString" -> "DynamoDbAsyncClient of LocalDynamoDb, " + calls.client();
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> arguments != null && proxy == arguments[0];
            default -> InvocationHandler.invokeDefault(proxy, method, arguments);
        };
    }
}
