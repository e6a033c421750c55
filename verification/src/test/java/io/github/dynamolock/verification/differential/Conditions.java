package io.github.dynamolock.verification.differential;

import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What the listed differences ask of a request's expressions. */
final class Conditions {
    private static final List<String> CONDITIONS = List.of("ConditionExpression", "FilterExpression");
    private static final List<String> WITH_UPDATES =
            List.of("ConditionExpression", "FilterExpression", "UpdateExpression");
    private static final Pattern PATH_AND_PATH = Pattern.compile(
            "(?<![:\\w#])(#?[a-zA-Z_][\\w.#\\[\\]]*|size\\([^)]*\\)) *(=|<>|<=|>=|<|>) *[a-zA-Z#_]"
                    + "|\\bIN *\\([^)]*(?<![:\\w])[a-z#]",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern NO_BLANK = Pattern.compile(
            "\\b(between|and|or|not|in|set|remove|add|delete)[:#(]|[\\w\\])][:#]|[\\w)](?<!\\s)(between|and|or|in)\\s",
            Pattern.CASE_INSENSITIVE);

    private Conditions() {}

    /** Whether a keyword has no blank beside it. */
    static boolean lacksABlank(Call call) {
        return NO_BLANK.matcher(texts(call)).find();
    }

    /** Whether both answers say how a condition came out, and no more. */
    static boolean outcomesOfACondition(Answer ours, Answer theirs) {
        return isOutcome(ours) && isOutcome(theirs);
    }

    private static boolean isOutcome(Answer answer) {
        return answer.isSuccess()
                || answer.error().equals("ConditionalCheckFailedException")
                || answer.error().equals("TransactionCanceledException")
                || evaluates(answer);
    }

    /** Whether an error is one that comes only after the condition held. */
    private static boolean evaluates(Answer answer) {
        return answer.message().contains("invalid for update")
                || answer.message().contains("does not exist in the item")
                || answer.message().contains("has an incorrect data type")
                || answer.message().startsWith("Number overflow")
                || answer.message().startsWith("Attempting to store more than 38");
    }

    /** Whether a condition compares two attributes with each other. */
    static boolean comparesPaths(Call call) {
        return PATH_AND_PATH.matcher(texts(call, CONDITIONS)).find();
    }

    /** Whether a condition lets an update come to an item that does not exist. */
    static boolean mayFindNoItem(Call call) {
        return !call.body().path("ConditionExpression").asString("").equals("attribute_exists(p)");
    }

    /** Whether an update, or one in a transaction, removes attributes of an item that may not be there. */
    static boolean removesFromNothing(Call call) {
        if (call.operation().equals("TransactWriteItems")) {
            return call.body()
                    .path("TransactItems")
                    .valueStream()
                    .anyMatch(action -> action.path("Update")
                            .path("UpdateExpression")
                            .asString("")
                            .startsWith("REMOVE"));
        }
        return onlyRemoves(call) && mayFindNoItem(call);
    }

    /** Whether an update removes attributes and does nothing else. */
    static boolean onlyRemoves(Call call) {
        String update = call.body().path("UpdateExpression").asString("").strip();
        return update.startsWith("REMOVE")
                && !Pattern.compile("\\b(SET|ADD|DELETE)\\b", Pattern.CASE_INSENSITIVE)
                        .matcher(update)
                        .find();
    }

    /** All expressions of a request but projections and key conditions. */
    static String texts(Call call) {
        return texts(call, WITH_UPDATES);
    }

    private static String texts(Call call, List<String> parameters) {
        StringBuilder text = new StringBuilder();
        collect(call.body(), parameters, text);
        return text.toString();
    }

    private static void collect(JsonNode node, List<String> parameters, StringBuilder into) {
        for (String name : parameters) {
            if (node.path(name).isString()) {
                into.append(node.get(name).asString()).append('\n');
            }
        }
        node.forEach(child -> collect(child, parameters, into));
    }
}
