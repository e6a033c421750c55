package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Rules on single parameters that several operations share. */
final class Rules {
    private static final Pattern TABLE_NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
    private static final Pattern TABLE_ARN = Pattern.compile("arn:aws[a-z-]*:dynamodb:[^:]*:[^:]*:table/([^/]+)");

    private Rules() {}

    /** The table's name, given as name or ARN. */
    static String tableName(@Nullable String given) {
        if (given == null) {
            throw Errors.validation("The parameter 'TableName' is required but was not present in the request");
        }
        String nameOrArn = given;
        if (nameOrArn.startsWith("arn:")) {
            return tableOfArn(nameOrArn);
        }
        if (!TABLE_NAME.matcher(nameOrArn).matches()) {
            throw Errors.constraint(
                    nameOrArn, "tableName", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        }
        if (nameOrArn.length() < 3 || nameOrArn.length() > 255) {
            throw Errors.validation("TableName must be at least 3 characters long and at most 255 characters long");
        }
        return nameOrArn;
    }

    /** The name of the table that an ARN names. */
    static String tableOfArn(@Nullable String arn) {
        var matcher = TABLE_ARN.matcher(required("resourceArn", arn));
        if (!matcher.matches()) {
            throw Errors.validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
        }
        return matcher.group(1);
    }

    static <T> T required(String member, @Nullable T value) {
        if (value == null) {
            throw Errors.constraint(null, member, "Member must not be null");
        }
        return value;
    }

    static <T> Map<String, T> required(String member, boolean given, Map<String, T> value) {
        return required(member, given ? value : null);
    }

    /**
     * Refuses a text that is not among an enum's; the SDK gives such a one as its value for "unknown".
     *
     * @param all the enum's texts, in the order in which DynamoDB lists them
     */
    static void known(String member, @Nullable Enum<?> value, @Nullable String text, String all) {
        if (text != null && (value == null || value.name().equals("UNKNOWN_TO_SDK_VERSION"))) {
            throw Errors.constraint(text, member, "Member must satisfy enum value set: [" + all + "]");
        }
    }

    static void capacity(@Nullable ReturnConsumedCapacity value, @Nullable String text) {
        known("returnConsumedCapacity", value, text, "INDEXES, TOTAL, NONE");
    }

    static void metrics(@Nullable ReturnItemCollectionMetrics value, @Nullable String text) {
        known("returnItemCollectionMetrics", value, text, "SIZE, NONE");
    }

    static void onFailure(@Nullable ReturnValuesOnConditionCheckFailure value, @Nullable String text) {
        known("returnValuesOnConditionCheckFailure", value, text, "ALL_OLD, NONE");
    }

    static void returnValues(@Nullable ReturnValue value, @Nullable String text) {
        known("returnValues", value, text, "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW");
    }

    /** Refuses a part of a parameter that is not served. */
    static void unserved(@Nullable Object value, String what) {
        if (value != null) {
            throw Errors.unsupported(what);
        }
    }

    static void atLeast(String member, long least, @Nullable Number value) {
        if (value != null && value.longValue() < least) {
            throw Errors.constraint(value, member, "Member must have value greater than or equal to " + least);
        }
    }

    static void atMost(String member, long most, @Nullable Number value) {
        if (value != null && value.longValue() > most) {
            throw Errors.constraint(value, member, "Member must have value less than or equal to " + most);
        }
    }
}
