package io.github.dynamolock.verification.differential;

import java.util.List;
import java.util.regex.Pattern;

/** Where dynalite 4.0.0 answers otherwise than DynamoDB's documentation says, or than it leaves open. */
final class DynaliteDifferences {
    private static final String VALIDATION = "ValidationException";

    private static final Pattern NOT_NOT = Pattern.compile("\\bnot\\s+not\\b", Pattern.CASE_INSENSITIVE);

    static final List<Listed> ALL = List.of(
            new Listed(
                    "does not know ReturnValuesOnConditionCheckFailure",
                    "API Reference, PutItem: \"An optional parameter that returns the item attributes for a PutItem "
                            + "operation that failed a condition check.\"",
                    (call, ours, theirs) -> {
                        boolean asked = call.body().has("ReturnValuesOnConditionCheckFailure");
                        boolean same = ours.error().equals(theirs.error())
                                && theirs.body().isEmpty();
                        return asked && same && ours.body().has("Item") ? theirs.withBody(ours.body()) : null;
                    }),
            Listed.whole(
                    "does not check ReturnValuesOnConditionCheckFailure",
                    "API Reference, PutItem: \"Valid Values: ALL_OLD | NONE\"",
                    (call, ours, theirs) -> call.broken().equals("shape of ReturnValuesOnConditionCheckFailure")
                            && (ours.error().equals("SerializationException")
                                    || ours.error().equals(VALIDATION))),
            SharedDifferences.NOTHING_EQUALS_NOTHING,
            new Listed(
                    "counts no capacity for a search that finds nothing",
                    "Developer Guide, Capacity unit consumption for reads: \"If you perform a read operation on an "
                            + "item that does not exist, DynamoDB will still consume provisioned read throughput\"",
                    (call, ours, theirs) -> {
                        boolean nothing = call.isSearch()
                                && ours.body().path("ScannedCount").asInt(-1) == 0;
                        boolean none = theirs.body()
                                        .at("/ConsumedCapacity/CapacityUnits")
                                        .asDouble(-1)
                                == 0;
                        return nothing && none
                                ? theirs.withBody(theirs.body()
                                        .deepCopy()
                                        .set("ConsumedCapacity", ours.body().get("ConsumedCapacity")))
                                : null;
                    }),
            Listed.whole(
                    "refuses NOT NOT",
                    "Developer Guide, Comparison operator and function reference: \"condition-expression ::= ... | "
                            + "NOT condition\"",
                    (call, ours, theirs) ->
                            NOT_NOT.matcher(Conditions.texts(call)).find()
                                    && theirs.message().contains("Syntax error")),
            Listed.whole(
                    "lets a projection stand beside any Select",
                    "API Reference, Query: \"If you use the ProjectionExpression parameter, then the value for Select "
                            + "can only be SPECIFIC_ATTRIBUTES. Any other value for Select will return an error.\"",
                    (call, ours, theirs) -> theirs.isSuccess()
                            && ours.message().contains("Cannot specify the ProjectionExpression when choosing")),
            Listed.whole(
                    "lets SPECIFIC_ATTRIBUTES stand without a projection",
                    "API Reference, Query: \"SPECIFIC_ATTRIBUTES - Returns only the attributes listed in "
                            + "ProjectionExpression.\"",
                    (call, ours, theirs) ->
                            theirs.isSuccess() && ours.message().contains("when choosing to get SPECIFIC_ATTRIBUTES")),
            Listed.whole(
                    "lets ALL_PROJECTED_ATTRIBUTES stand without an index",
                    "API Reference, Query: \"ALL_PROJECTED_ATTRIBUTES - Allowed only when querying an index.\"",
                    (call, ours, theirs) ->
                            theirs.isSuccess() && ours.message().contains("ALL_PROJECTED_ATTRIBUTES can be used only")),
            Listed.extra(
                    "answers empty Attributes",
                    "API Reference, UpdateItem: \"UPDATED_NEW - Returns only the updated attributes\"; there are none",
                    "Attributes",
                    (call, ours, theirs) -> theirs.body().get("Attributes").isEmpty()),
            new Listed(
                    "makes an item of an update that only removes",
                    "API Reference, AttributeValueUpdate: where no item is found, DELETE \"causes nothing to happen; "
                            + "there is no attribute to delete\"",
                    (call, ours, theirs) -> Conditions.onlyRemoves(call)
                                    && ours.isSuccess()
                                    && theirs.isSuccess()
                                    && !ours.body().has("Attributes")
                            ? ours
                            : null,
                    (call, ours) -> Conditions.onlyRemoves(call) && ours.isSuccess() && Conditions.mayFindNoItem(call),
                    true),
            Listed.whole(
                    "orders texts by their UTF-16 units",
                    "Developer Guide, Supported data types: \"DynamoDB collates and compares strings using the bytes of "
                            + "the underlying UTF-8 string encoding.\"",
                    (call, ours, theirs) -> call.body().toString().contains("\uFFFD")
                            && (Conditions.outcomesOfACondition(ours, theirs)
                                    || ours.message().contains("The BETWEEN operator requires upper bound")
                                    || theirs.message().contains("The BETWEEN operator requires upper bound"))),
            SharedDifferences.ORDER_OF_A_SCAN,
            Listed.whole(
                    "has no size for an empty text or binary",
                    "Developer Guide, Comparison operator and function reference: \"If the attribute is of type String, "
                            + "size returns the length of the string.\"",
                    (call, ours, theirs) ->
                            Conditions.texts(call).contains("size(") && Conditions.outcomesOfACondition(ours, theirs)),
            SharedDifferences.BLANKS,
            Listed.whole(
                    "lets DeleteItem return what it can't",
                    "API Reference, DeleteItem: \"DeleteItem does not recognize any values other than NONE or "
                            + "ALL_OLD\"",
                    (call, ours, theirs) -> call.operation().equals("DeleteItem")
                            && ours.message().equals("ReturnValues can only be ALL_OLD or NONE")),
            Listed.whole(
                    "does not know ConsistentRead of Scan",
                    "API Reference, Scan: \"ConsistentRead: A Boolean value that determines the read consistency "
                            + "model during the scan\"",
                    (call, ours, theirs) -> call.operation().equals("Scan")
                            && call.broken().equals("shape of ConsistentRead")
                            && ours.error().equals("SerializationException")),
            Listed.whole(
                    "takes # and : alone for placeholders",
                    "Developer Guide, Expression attribute names: \"must begin with a pound sign (#) and be followed "
                            + "by one or more alphanumeric characters\"",
                    (call, ours, theirs) -> ours.message().contains("token: \"#\"")
                            || ours.message().contains("token: \":\"")),
            Listed.whole(
                    "orders values that have no order",
                    "API Reference, Condition: LT takes a value \"of type String, Number, or Binary (not a set type)\"",
                    (call, ours, theirs) -> ours.message()
                            .matches(".*Incorrect operand type for operator or function; operator or function: "
                                    + "(<|<=|>|>=|BETWEEN), operand type: (BOOL|NULL|SS|NS|BS|L|M)")),
            Listed.whole(
                    "computes with more than 38 digits",
                    "Developer Guide, Supported data types: \"Numbers can have up to 38 digits of precision. Exceeding "
                            + "this results in an exception.\"",
                    (call, ours, theirs) -> theirs.isSuccess()
                            && ours.message()
                                    .equals("Attempting to store more than 38 significant digits in a Number")),
            Listed.whole(
                    "tells another fault of a request than ours does",
                    "Nothing is said of which of several faults is told",
                    (call, ours, theirs) ->
                            ours.error().equals(VALIDATION) && theirs.error().equals(VALIDATION)));

    private DynaliteDifferences() {}
}
