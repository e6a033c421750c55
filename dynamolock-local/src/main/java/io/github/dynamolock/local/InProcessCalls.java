package io.github.dynamolock.local;

import io.github.dynamolock.local.value.Errors;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.awscore.util.AwsHeader;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** The calls of one client in this process, blocking or not. */
final class InProcessCalls {
    private static final SdkHttpResponse OK =
            SdkHttpResponse.builder().statusCode(200).build();

    private final Dispatcher dispatcher;
    private final String client;
    private final Map<Class<?>, String> operations = new ConcurrentHashMap<>();

    InProcessCalls(Dispatcher dispatcher, String client) {
        this.dispatcher = dispatcher;
        this.client = client;
    }

    String client() {
        return client;
    }

    /** Calls and waits, as the SDK's blocking client does. */
    DynamoDbResponse call(DynamoDbRequest request) {
        Patience.checkInterrupt();
        return answered(dispatcher.call(client, operationOf(request), request, Patience.of(request)));
    }

    /** Calls without waiting. Whoever hears of an answer that comes late does so in a thread made for that. */
    CompletableFuture<DynamoDbResponse> callAsync(DynamoDbRequest request) {
        CompletableFuture<DynamoDbResponse> struck = dispatcher.callAsync(client, operationOf(request), request);
        CompletableFuture<DynamoDbResponse> answer = new CompletableFuture<>();
        if (struck.isDone()) {
            var unused = struck.whenComplete((response, error) -> complete(answer, response, error));
        } else {
            Patience.of(request).limit(answer, dispatcher.delays());
            var unused = struck.whenCompleteAsync(
                    (response, error) -> complete(answer, response, error),
                    dispatcher.delays().answers());
        }
        return answer;
    }

    DynamoDbServiceClientConfiguration configuration() {
        return DynamoDbServiceClientConfiguration.builder()
                .region(Region.US_EAST_1)
                .build();
    }

    private String operationOf(DynamoDbRequest request) {
        return operations.computeIfAbsent(request.getClass(), InProcessCalls::operationOf);
    }

    private static String operationOf(Class<?> request) {
        String name = request.getSimpleName();
        return name.substring(0, name.length() - "Request".length());
    }

    private static void complete(
            CompletableFuture<DynamoDbResponse> answer,
            @Nullable DynamoDbResponse response,
            @Nullable Throwable error) {
        if (response != null) {
            answer.complete(answered(response));
        } else {
            answer.completeExceptionally(Objects.requireNonNull(error));
        }
    }

    private static DynamoDbResponse answered(DynamoDbResponse response) {
        DynamoDbResponse.Builder answered = (DynamoDbResponse.Builder) response.toBuilder();
        answered.responseMetadata(
                DefaultAwsResponseMetadata.create(Map.of(AwsHeader.AWS_REQUEST_ID, Errors.newRequestId())));
        answered.sdkHttpResponse(OK);
        return answered.build();
    }
}
