package io.github.dynamolock;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What happens in the world while a request is on its way to the table. */
final class Detour {

    private Detour() {}

    /** A client whose n-th call of a method arrives only after something else has happened. */
    static DynamoDbClient before(DynamoDbClient target, String methodName, int number, Runnable happening) {
        AtomicInteger calls = new AtomicInteger();
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals(methodName) && calls.incrementAndGet() == number) {
                        happening.run();
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
