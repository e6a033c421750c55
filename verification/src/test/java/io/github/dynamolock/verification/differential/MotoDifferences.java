package io.github.dynamolock.verification.differential;

import java.util.List;
import java.util.regex.Pattern;

/** Where moto 5.2.5 answers otherwise than DynamoDB's documentation says, or than it leaves open. */
final class MotoDifferences {
    private static final String GUIDE = "Developer Guide, ";
    private static final String API = "API Reference, ";
    private static final Pattern PYTHON = Pattern.compile("\\b(Value|Type|Key|Attribute|Index|Assertion)Error\\b");
    private static final Pattern REVERSED = Pattern.compile(":\\w+ *(=|<=|>=|<|>) *[#\\w]");

    static final List<Listed> ALL = List.of(
            Listed.extra(
                    "answers capacity that was not asked for",
                    API + "PutItem: \"ConsumedCapacity is only returned if the ReturnConsumedCapacity parameter was "
                            + "specified.\"",
                    "ConsumedCapacity",
                    (call, ours, theirs) -> !ours.body().has("ConsumedCapacity")),
            new Listed(
                    "counts capacity by rules of its own",
                    GUIDE + "Capacity unit consumption for writes: \"one write capacity unit represents one write per "
                            + "second, for an item up to 1 KB in size\"; moto counts a half",
                    (call, ours, theirs) -> ours.body().has("ConsumedCapacity") && theirs.isSuccess()
                            ? theirs.withBody(theirs.body()
                                    .deepCopy()
                                    .set("ConsumedCapacity", ours.body().get("ConsumedCapacity")))
                            : null),
            Listed.extra(
                    "answers metrics that were not asked for",
                    API + "BatchWriteItem: \"ItemCollectionMetrics is only returned if the request asked for it.\"",
                    "ItemCollectionMetrics",
                    (call, ours, theirs) -> !call.body().has("ReturnItemCollectionMetrics")),
            new Listed(
                    "stores numbers as they were written",
                    GUIDE + "Supported data types: \"Leading and trailing zeroes are trimmed.\"",
                    (call, ours, theirs) -> Answer.of(call, theirs.status(), MotoCorrections.canonicalNumbers(theirs))),
            Listed.whole(
                    "breaks down with HTTP 500",
                    GUIDE + "Error handling: \"HTTP status code 5xx: a problem that must be resolved by AWS\"",
                    (call, ours, theirs) ->
                            theirs.status() == 500 && theirs.error().equals("Crash")),
            Listed.whole(
                    "does not check the shape of a body",
                    GUIDE + "Error handling, SerializationException; the types of all members are in the API Reference",
                    (call, ours, theirs) -> ours.error().equals("SerializationException")),
            Listed.whole(
                    "answers a transaction with the error of an action",
                    API + "TransactionCanceledException: \"Code: ValidationError\", with the error as its message",
                    (call, ours, theirs) -> ours.error().equals("TransactionCanceledException")
                            && ours.message().contains("ValidationError")
                            && theirs.error().equals("ValidationException")),
            Listed.whole(
                    "does not check keys in a transaction",
                    API + "TransactionCanceledException: \"Code: ValidationError\", \"One or more parameter values "
                            + "were invalid\"",
                    (call, ours, theirs) -> ours.error().equals("TransactionCanceledException")
                            && ours.message().contains("ValidationError")
                            && (ours.body().toString().contains("The provided key element does not match the schema")
                                    || ours.body().toString().contains("for a key attribute cannot contain an empty")
                                    || ours.body().toString().contains("has exceeded the")
                                    || ours.body().toString().contains("the key p")
                                    || ours.body().toString().contains("the key r")
                                    || ours.body().toString().contains("Type mismatch for key"))),
            Listed.whole(
                    "gives reasons that DynamoDB does not have",
                    API + "TransactionCanceledException lists the codes of reasons; the names of Python's errors are "
                            + "not among them",
                    (call, ours, theirs) -> theirs.error().equals("TransactionCanceledException")
                            && PYTHON.matcher(theirs.message()).find()),
            Listed.whole(
                    "computes with more than 38 digits",
                    GUIDE + "Supported data types: \"Numbers can have up to 38 digits of precision. Exceeding this "
                            + "results in an exception.\"",
                    (call, ours, theirs) -> (ours.message() + ours.body())
                                    .contains("Attempting to store more than 38 significant digits")
                            && !(theirs.message() + theirs.body()).contains("38 significant digits")),
            SharedDifferences.NOTHING_EQUALS_NOTHING,
            new Listed(
                    "answers the key with the updated attributes",
                    API + "UpdateItem: \"UPDATED_NEW - Returns only the updated attributes\"",
                    (call, ours, theirs) ->
                            call.body().path("ReturnValues").asString("").startsWith("UPDATED")
                                    ? MotoCorrections.withoutKey(call, theirs)
                                    : null),
            Listed.whole(
                    "takes NULL for an attribute that does not exist",
                    API + "Condition, NOT_NULL: \"because the attribute exists; its data type is not relevant\"",
                    (call, ours, theirs) -> call.body().toString().contains("{\"NULL\":true}")
                            && Conditions.outcomesOfACondition(ours, theirs)),
            Listed.whole(
                    "refuses NOT NOT",
                    GUIDE
                            + "Comparison operator and function reference: \"condition-expression ::= ... | NOT condition\"",
                    (call, ours, theirs) -> theirs.message().contains("Bad NOT expression")),
            Listed.whole(
                    "refuses names that begin with an underscore",
                    GUIDE + "Expression attribute names asks for a placeholder where a name begins with a number; "
                            + "nothing is said of underscores",
                    (call, ours, theirs) -> theirs.message().contains("Syntax error; token: \"_\"")),
            new Listed(
                    "makes an item of an update that only removes",
                    API + "AttributeValueUpdate: where no item is found, DELETE \"causes nothing to happen; there is "
                            + "no attribute to delete\"",
                    (call, ours, theirs) -> Conditions.onlyRemoves(call)
                                    && ours.isSuccess()
                                    && theirs.isSuccess()
                                    && !ours.body().has("Attributes")
                            ? ours
                            : null,
                    (call, ours) ->
                            Conditions.removesFromNothing(call) && !ours.error().equals("ValidationException"),
                    true),
            Listed.silent(
                    "writes a part of an update that it refuses",
                    API + "UpdateItem: an update that fails has no effect",
                    (call, ours) -> call.operation().equals("UpdateItem")
                            && ours.error().equals("ValidationException")),
            new Listed(
                    "answers more than the projection in a transaction",
                    API + "Get: \"ProjectionExpression: A string that identifies one or more attributes of the "
                            + "specified item to retrieve from the table\"",
                    (call, ours, theirs) ->
                            call.operation().equals("TransactGetItems") && theirs.isSuccess() && ours.isSuccess()
                                    ? MotoCorrections.projected(ours, theirs)
                                    : null),
            new Listed(
                    "does not say that a page was full where nothing follows",
                    API + "Query: \"If LastEvaluatedKey is not empty, it does not necessarily mean that there is more "
                            + "data in the result set.\"",
                    (call, ours, theirs) -> call.isSearch()
                                    && ours.body().has("LastEvaluatedKey")
                                    && !theirs.body().has("LastEvaluatedKey")
                                    && call.body().has("Limit")
                            ? theirs.withBody(theirs.body()
                                    .deepCopy()
                                    .set("LastEvaluatedKey", ours.body().get("LastEvaluatedKey")))
                            : null),
            Listed.whole(
                    "fails where a filter asks for the size of what is not there",
                    GUIDE + "Comparison operator and function reference: \"size (path): returns a number that "
                            + "represents an attribute's size\"; an item without it does not match",
                    (call, ours, theirs) -> theirs.message().startsWith("Bad Filter Expression: Invalid attribute name")
                            && Conditions.texts(call).contains("size(")),
            SharedDifferences.ORDER_OF_A_SCAN,
            SharedDifferences.BLANKS,
            Listed.silent(
                    "writes a part of a batch that it refuses",
                    API + "BatchWriteItem: \"If one or more of the following is true, DynamoDB rejects the entire "
                            + "batch write operation\"",
                    (call, ours) -> call.operation().equals("BatchWriteItem") && !ours.isSuccess()),
            Listed.whole(
                    "does not find placeholders before a bracket in projections",
                    GUIDE + "Projection expressions: any path may hold placeholders",
                    (call, ours, theirs) -> theirs.message().contains("ExpressionAttributeNames unused in expressions")
                            && call.body().toString().matches(".*ProjectionExpression\":\"[^\"]*#\\w+[\\[.].*")),
            Listed.whole(
                    "wants the key before the value in a key condition",
                    GUIDE + "Key condition expressions has only that order; nothing is said of the other",
                    (call, ours, theirs) -> call.operation().equals("Query")
                            && REVERSED.matcher(call.body()
                                            .path("KeyConditionExpression")
                                            .asString(""))
                                    .find()
                            && theirs.error().equals("ValidationException")),
            Listed.whole(
                    "looks for any table whatever its name",
                    API + "Query: TableName has a minimum length and consists of letters, digits, _, - and .",
                    (call, ours, theirs) -> theirs.error().equals("ResourceNotFoundException")
                            && ours.message().contains("ableName")),
            Listed.whole(
                    "accepts what DynamoDB refuses",
                    "The reasons are in Unchecked",
                    (call, ours, theirs) -> !theirs.error().equals("ValidationException")
                            && theirs.status() != 500
                            && ours.error().equals("ValidationException")
                            && Unchecked.byMoto(ours.message())));

    private MotoDifferences() {}
}
