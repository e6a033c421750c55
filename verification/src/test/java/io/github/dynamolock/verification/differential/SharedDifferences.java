package io.github.dynamolock.verification.differential;

/** Where dynalite and moto both answer otherwise, in the same way. */
final class SharedDifferences {

    static final Listed NOTHING_EQUALS_NOTHING = Listed.whole(
            "takes two attributes that do not exist for equal",
            "Developer Guide, Comparison operator and function reference: \"a = b: true if a is equal to b\"; "
                    + "what does not exist equals nothing, as the same page's attribute_not_exists and "
                    + "others' tests on DynamoDB have it",
            (call, ours, theirs) -> Conditions.comparesPaths(call) && Conditions.outcomesOfACondition(ours, theirs));

    static final Listed ORDER_OF_A_SCAN = Listed.whole(
            "scans in an order of its own",
            "API Reference, Scan, promises no order, so a key to start from leaves other items behind it",
            (call, ours, theirs) -> call.operation().equals("Scan")
                    && call.body().has("ExclusiveStartKey")
                    && ours.isSuccess()
                    && theirs.isSuccess());

    static final Listed BLANKS = Listed.whole(
            "wants a blank after a keyword",
            "Nothing is said of blanks",
            (call, ours, theirs) -> !ours.message().contains("Syntax error")
                    && theirs.message().contains("Syntax error")
                    && Conditions.lacksABlank(call));

    private SharedDifferences() {}
}
