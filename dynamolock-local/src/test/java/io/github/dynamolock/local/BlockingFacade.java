package io.github.dynamolock.local;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Waits for the futures of an asynchronous client, so that the contracts of the blocking one test it too. */
final class BlockingFacade implements InvocationHandler {
    private final DynamoDbAsyncClient client;

    private BlockingFacade(DynamoDbAsyncClient client) {
        this.client = client;
    }

    static DynamoDbClient of(DynamoDbAsyncClient client) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                BlockingFacade.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                new BlockingFacade(client));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null
                && arguments.length == 1
                && arguments[0] instanceof DynamoDbRequest
                && DynamoDbResponse.class.isAssignableFrom(method.getReturnType())) {
            Method twin = DynamoDbAsyncClient.class.getMethod(method.getName(), method.getParameterTypes());
            return await((CompletableFuture<?>) call(twin, arguments));
        }
        if (method.getName().equals("waiter")) {
            return DynamoDbWaiter.builder().client((DynamoDbClient) proxy).build();
        }
        if (method.isDefault() && method.getDeclaringClass() == DynamoDbClient.class && !isOfAnyClient(method)) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        return call(DynamoDbAsyncClient.class.getMethod(method.getName(), method.getParameterTypes()), arguments);
    }

    private static boolean isOfAnyClient(Method method) {
        return method.getName().equals("serviceClientConfiguration");
    }

    private Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object await(CompletableFuture<?> answer) throws Throwable {
        Patience.checkInterrupt();
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw AbortedException.create("Thread was interrupted", e);
        }
    }
}
