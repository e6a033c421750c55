package io.github.dynamolock.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A DynamoDB that keeps what it was asked and answers what a test told it to, in that order. A call for which it has no
 * answer is a failure of the test. Thread-safe.
 */
public final class RecordingDynamoDb implements DynamoDbClient {

    private static final Pattern PLACEHOLDER = Pattern.compile("[#:][A-Za-z0-9]+");

    private final List<DynamoDbRequest> requests = new ArrayList<>();
    private final Deque<Supplier<Map<String, AttributeValue>>> answers = new ArrayDeque<>();

    /** The next call answers with this item: what is read, or what the row is after an update. */
    public synchronized RecordingDynamoDb answer(Map<String, AttributeValue> item) {
        answers.add(() -> item);
        return this;
    }

    /** The next call throws. */
    public synchronized RecordingDynamoDb fail(RuntimeException failure) {
        answers.add(() -> {
            throw failure;
        });
        return this;
    }

    /** The next call does this. */
    public synchronized RecordingDynamoDb doing(Supplier<Map<String, AttributeValue>> answer) {
        answers.add(answer);
        return this;
    }

    /** The next call's condition fails, on this row. */
    public RecordingDynamoDb refuse(Map<String, AttributeValue> row) {
        return fail(refusal(row, 1));
    }

    /** The next call's condition fails, and the failure carries no row. */
    public RecordingDynamoDb refuseWithoutRow() {
        return fail(ConditionalCheckFailedException.builder().numAttempts(1).build());
    }

    static ConditionalCheckFailedException refusal(Map<String, AttributeValue> row, int attempts) {
        return ConditionalCheckFailedException.builder()
                .item(row)
                .message("The conditional request failed")
                .numAttempts(attempts)
                .build();
    }

    /** All requests so far. */
    public synchronized List<DynamoDbRequest> requests() {
        return List.copyOf(requests);
    }

    UpdateItemRequest onlyUpdate() {
        return only(UpdateItemRequest.class);
    }

    DeleteItemRequest onlyDelete() {
        return only(DeleteItemRequest.class);
    }

    private <T extends DynamoDbRequest> T only(Class<T> type) {
        List<DynamoDbRequest> all = requests();
        if (all.size() != 1 || !type.isInstance(all.get(0))) {
            throw new AssertionError("expected one " + type.getSimpleName() + ", but there were " + all);
        }
        return type.cast(all.get(0));
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        requireEachPlaceholderUsed(
                request.conditionExpression() + " " + request.updateExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues());
        return UpdateItemResponse.builder().attributes(next(request)).build();
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        requireEachPlaceholderUsed(
                request.conditionExpression(), request.expressionAttributeNames(), request.expressionAttributeValues());
        next(request);
        return DeleteItemResponse.builder().build();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return GetItemResponse.builder().item(next(request)).build();
    }

    private Map<String, AttributeValue> next(DynamoDbRequest request) {
        Supplier<Map<String, AttributeValue>> answer;
        synchronized (this) {
            requests.add(request);
            answer = answers.poll();
        }
        if (answer == null) {
            throw new AssertionError("unexpected call: " + request);
        }
        return answer.get();
    }

    /** DynamoDB refuses a request with a placeholder that its expressions do not use, or that has no meaning. */
    private static void requireEachPlaceholderUsed(
            String expressions, Map<String, String> names, Map<String, AttributeValue> values) {
        List<String> used = PLACEHOLDER
                .matcher(expressions)
                .results()
                .map(MatchResult::group)
                .distinct()
                .sorted()
                .toList();
        List<String> given = new ArrayList<>(names.keySet());
        given.addAll(values.keySet());
        given.sort(null);
        if (!used.equals(given)) {
            throw new AssertionError("placeholders given: " + given + ", used: " + used + " in " + expressions);
        }
    }

    /** An expression as it reads with its placeholders filled in: names bare, values as {@code S(text)}, {@code N(5)}. */
    static String resolve(String expression, Map<String, String> names, Map<String, AttributeValue> values) {
        return PLACEHOLDER.matcher(expression).replaceAll(found -> {
            String placeholder = found.group();
            String name = names.get(placeholder);
            AttributeValue value = values.get(placeholder);
            return Matcher.quoteReplacement(name != null ? name : value == null ? "?" : text(value));
        });
    }

    private static String text(AttributeValue value) {
        return switch (value.type()) {
            case S -> "S(" + value.s() + ")";
            case N -> "N(" + value.n() + ")";
            case B -> "B(" + value.b().asUtf8String() + ")";
            default -> value.toString();
        };
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // Nothing to close.
    }
}
