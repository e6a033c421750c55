package io.github.dynamolock;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients between which and the table something happens. */
final class Detour {

    private Detour() {}

    /** A client whose n-th call of a method arrives only after something else has happened. */
    static DynamoDbClient before(DynamoDbClient target, String methodName, int number, Runnable happening) {
        AtomicInteger calls = new AtomicInteger();
        return before(target, methodName, () -> {
            if (calls.incrementAndGet() == number) {
                happening.run();
            }
        });
    }

    /** A client whose calls of a method arrive only after something else has happened. */
    static DynamoDbClient before(DynamoDbClient target, String methodName, Runnable happening) {
        return before(target, called -> {
            if (called.equals(methodName)) {
                happening.run();
            }
        });
    }

    /** A client whose calls, told by the name of the method, arrive only after something else has happened. */
    static DynamoDbClient before(DynamoDbClient target, Consumer<String> happening) {
        return between(target, happening, called -> {}, UnaryOperator.identity());
    }

    /** A client whose calls, told by the name of the method, are answered only after something else has happened. */
    static DynamoDbClient after(DynamoDbClient target, Consumer<String> happening) {
        return between(target, called -> {}, happening, UnaryOperator.identity());
    }

    /** A client that gets other answers than the table gave. */
    static DynamoDbClient answering(DynamoDbClient target, UnaryOperator<Object> answers) {
        return between(target, called -> {}, called -> {}, answers);
    }

    private static DynamoDbClient between(
            DynamoDbClient target, Consumer<String> before, Consumer<String> after, UnaryOperator<Object> answers) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    before.accept(method.getName());
                    Object answer = null;
                    Throwable refusal = null;
                    try {
                        answer = method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        refusal = e.getCause();
                    }
                    after.accept(method.getName());
                    if (refusal != null) {
                        throw refusal;
                    }
                    return answer == null ? null : answers.apply(answer);
                });
    }
}
