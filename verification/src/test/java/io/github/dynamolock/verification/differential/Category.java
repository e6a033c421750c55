package io.github.dynamolock.verification.differential;

import java.util.regex.Pattern;

/**
 * What an error message says, without the parts in which the wording of DynamoDB has changed over the years or that list
 * what was given.
 */
final class Category {
    private static final Pattern CONSTRAINT = Pattern.compile(
            "\\d+ validation errors? detected.*|.* is required but was not present in the request.*"
                    + "|TableName must be at least 3 characters.*",
            Pattern.DOTALL);
    private static final Pattern DETAILS = Pattern.compile("(;|: \\[|: \\{|: \"| \\[| \\{|=\").*", Pattern.DOTALL);
    private static final Pattern GIVEN = Pattern.compile("(numeric value): .*|( for key ):.*", Pattern.DOTALL);

    private Category() {}

    static String of(String error, String message) {
        if (error.equals("SerializationException")) {
            return "";
        }
        if (CONSTRAINT.matcher(message).matches()) {
            return "constraint on a parameter";
        }
        if (message.contains("contains duplicates") && message.contains("Input collection")) {
            return "a set with an element twice";
        }
        if (message.contains("The AttributeValue for a key attribute cannot contain an empty")) {
            return "an empty key";
        }
        if (message.startsWith("The provided starting key") || message.startsWith("The query can return at most one")) {
            return "a starting key that does not fit";
        }
        String given = GIVEN.matcher(message).replaceAll("$1");
        return DETAILS.matcher(given).replaceFirst("").strip();
    }
}
