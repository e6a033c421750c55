package io.github.dynamolock.local;

import io.github.dynamolock.local.value.Errors;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.awscore.util.AwsHeader;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
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
    private static final SdkHttpResponse OK =
            SdkHttpResponse.builder().statusCode(200).build();

    private final Dispatcher dispatcher;
    private final Map<Class<?>, String> operations = new ConcurrentHashMap<>();

    private InProcessClient(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    static DynamoDbClient of(Dispatcher dispatcher) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                InProcessClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                new InProcessClient(dispatcher));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && arguments.length == 1 && arguments[0] instanceof DynamoDbRequest request) {
            if (DynamoDbResponse.class.isAssignableFrom(method.getReturnType())) {
                return call(request);
            }
        }
        return switch (method.getName()) {
            case "close" -> null;
            case "serviceName" -> DynamoDbClient.SERVICE_NAME;
            case "waiter" ->
                DynamoDbWaiter.builder().client((DynamoDbClient) proxy).build();
            case "serviceClientConfiguration" ->
                DynamoDbServiceClientConfiguration.builder()
                        .region(Region.US_EAST_1)
                        .build();
            case "toString" -> "DynamoDbClient of LocalDynamoDb";
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> arguments != null && proxy == arguments[0];
            default -> InvocationHandler.invokeDefault(proxy, method, arguments);
        };
    }

    private DynamoDbResponse call(DynamoDbRequest request) {
        Patience.checkInterrupt();
        String operation = operations.computeIfAbsent(request.getClass(), InProcessClient::operationOf);
        DynamoDbResponse response = dispatcher.call(operation, request, Patience.of(request));
        DynamoDbResponse.Builder answered = (DynamoDbResponse.Builder) response.toBuilder();
        answered.responseMetadata(
                DefaultAwsResponseMetadata.create(Map.of(AwsHeader.AWS_REQUEST_ID, Errors.newRequestId())));
        answered.sdkHttpResponse(OK);
        return answered.build();
    }

    private static String operationOf(Class<?> request) {
        String name = request.getSimpleName();
        return name.substring(0, name.length() - "Request".length());
    }
}
