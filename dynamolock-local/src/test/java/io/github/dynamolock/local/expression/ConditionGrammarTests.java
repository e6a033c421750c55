package io.github.dynamolock.local.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ConditionGrammarTests {
    private static final Map<String, AttributeValue> ITEM = Map.of(
            "id", AttributeValue.fromS("campaign:42"),
            "num", AttributeValue.fromN("10"),
            "bin", AttributeValue.fromB(SdkBytes.fromUtf8String("bytes")),
            "flag", AttributeValue.fromBool(true),
            "gone", AttributeValue.fromNul(true),
            "tags", AttributeValue.fromSs(List.of("red", "green")),
            "nums", AttributeValue.fromNs(List.of("1", "2")),
            "items", AttributeValue.fromL(List.of(AttributeValue.fromS("x"), AttributeValue.fromN("7"))),
            "doc",
                    AttributeValue.fromM(Map.of(
                            "name", AttributeValue.fromS("n"),
                            "list",
                                    AttributeValue.fromL(
                                            List.of(AttributeValue.fromM(Map.of("k", AttributeValue.fromN("3"))))))));
    private static final Map<String, AttributeValue> VALUES = Map.ofEntries(
            Map.entry(":id", AttributeValue.fromS("campaign:42")),
            Map.entry(":pre", AttributeValue.fromS("camp")),
            Map.entry(":red", AttributeValue.fromS("red")),
            Map.entry(":bin", AttributeValue.fromB(SdkBytes.fromUtf8String("yte"))),
            Map.entry(":binpre", AttributeValue.fromB(SdkBytes.fromUtf8String("by"))),
            Map.entry(":three", AttributeValue.fromN("3")),
            Map.entry(":nine", AttributeValue.fromN("9")),
            Map.entry(":ten", AttributeValue.fromN("10")),
            Map.entry(":two", AttributeValue.fromN("2")),
            Map.entry(":seven", AttributeValue.fromN("7")),
            Map.entry(":true", AttributeValue.fromBool(true)),
            Map.entry(":S", AttributeValue.fromS("S")),
            Map.entry(":N", AttributeValue.fromS("N")),
            Map.entry(":NULL", AttributeValue.fromS("NULL")),
            Map.entry(":X", AttributeValue.fromS("X")),
            Map.entry(":set", AttributeValue.fromSs(List.of("green", "red"))),
            Map.entry(":list", AttributeValue.fromL(List.of(AttributeValue.fromS("x"), AttributeValue.fromN("7")))));
    private static final Map<String, String> NAMES = Map.of("#items", "items", "#name", "name", "#list", "list");

    private final Expressions expressions = new Expressions();

    private boolean test(String condition) {
        CompiledCondition compiled = expressions.condition("ConditionExpression", condition, NAMES);
        compiled.check(VALUES);
        return compiled.test(ITEM, VALUES);
    }

    private String invalid(String condition) {
        AwsServiceException error = catchThrowableOfType(AwsServiceException.class, () -> test(condition));
        assertThat(error).as(condition).isNotNull();
        assertThat(error.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
        return error.awsErrorDetails().errorMessage();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id = :id",
                ":id = id",
                "(id) = (:id)",
                "(id = :id)",
                "num > :nine",
                "num>=:ten",
                "num <= :ten AND num < id OR num = :ten",
                "num <> :nine",
                "absent <> nothing",
                "_absent <> :nine",
                "num <> :id",
                "absent <> :id",
                "NOT absent = :id",
                "NOT NOT id = :id",
                "not (id = :red or id = :pre)",
                "num BETWEEN :nine AND :ten",
                "num between :nine and :ten and id = :id",
                "id IN (:red, :id)",
                "num in (:nine,:ten)",
                "attribute_exists(id)",
                "attribute_exists(doc.#list[0].k)",
                "attribute_not_exists(absent)",
                "attribute_not_exists(doc.absent.deeper)",
                "attribute_not_exists(#items[2])",
                "attribute_type(id, :S)",
                "attribute_type(gone, :NULL)",
                "NOT attribute_type(id, :N)",
                "begins_with(id, :pre)",
                "begins_with(bin, :binpre)",
                "NOT begins_with(num, :pre)",
                "contains(id, :pre)",
                "contains(bin, :bin)",
                "contains(tags, :red)",
                "contains(nums, :two)",
                "contains(#items, :seven)",
                "NOT contains(doc, :red)",
                "size(tags) = :two",
                "size(id) > :nine",
                "size(doc) = :two",
                "size(#items) BETWEEN :two AND :three",
                "NOT size(num) < :ten",
                "doc.#list[0].k = :three",
                "doc . #list [ 0 ] . k = :three",
                "flag = :true",
                "tags = :set",
                "#items = :list",
                "\t id\r\n= :id ",
                "attribute_not_exists(absent) OR attribute_exists(absent) AND attribute_exists(absent)",
                "NOT attribute_exists(absent) AND id = :id",
                "((id = :id) OR (num = :nine)) AND (NOT (num = :nine))"
            })
    void holds(String condition) {
        assertThat(test(condition)).as(condition).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id = :red",
                "num = :id",
                "num < :id",
                "id < :ten",
                "id BETWEEN :nine AND :ten",
                "absent = :id",
                "absent < :nine",
                "absent IN (:id)",
                "begins_with(absent, :pre)",
                "contains(absent, :pre)",
                "size(absent) > :two",
                "size(absent) < :two",
                "flag > num",
                "id = :id AND num = :nine",
                "NOT (id = :id OR num = :nine)",
                "#items[0] = :red",
                "id[0] = :id",
                "doc.#name.deeper = :id"
            })
    void doesNotHold(String condition) {
        assertThat(test(condition)).as(condition).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "id = | token: \"<EOF>\", near: \"=\"",
                "id | token: \"<EOF>\", near: \"id\"",
                "= :id | token: \"=\", near: \"= :id\"",
                "id = :id AND | token: \"<EOF>\", near: \"AND\"",
                "id = :id id | token: \"id\", near: \":id id\"",
                "id == :id | token: \"=\", near: \"== :id\"",
                "(id = :id | token: \"<EOF>\", near: \":id\"",
                "id = :id) | token: \")\", near: \":id)\"",
                "id = 42 | token: \"42\", near: \"= 42\"",
                "id = 'x' | token: \"'\", near: \"= 'x\"",
                "id % :id | token: \"%\", near: \"id %\"",
                "id BETWEEN :id | token: \"<EOF>\", near: \":id\"",
                "id BETWEEN :id OR :id | token: \"OR\", near: \":id OR :id\"",
                "id IN () | token: \")\", near: \"()\"",
                "id IN :id | token: \":id\", near: \"IN :id\"",
                "doc. = :id | token: \"=\", near: \". = :id\"",
                "doc[x] = :id | token: \"x\", near: \"[x]\"",
                "doc[-1] = :id | token: \"-\", near: \"[-1\"",
                "attribute_exists id | token: \"id\", near: \"attribute_exists id\"",
                "# = :id | token: \"#\", near: \"#\"",
                "NOT | token: \"<EOF>\", near: \"NOT\"",
                "AND = :id | token: \"AND\", near: \"AND =\""
            })
    void hasASyntaxError(String condition, String where) {
        assertThat(invalid(condition)).isEqualTo("Invalid ConditionExpression: Syntax error; " + where);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "((id = :id)) | The expression has redundant parentheses;",
                "((id)) = :id | The expression has redundant parentheses;",
                "shrink(id) = :id | Invalid function name; function: shrink",
                "attribute_exists(id, num) | Incorrect number of operands for operator or function; "
                        + "operator or function: attribute_exists, number of operands: 2",
                "begins_with(id) | Incorrect number of operands for operator or function; "
                        + "operator or function: begins_with, number of operands: 1",
                "attribute_exists(:id) | Operator or function requires a document path; "
                        + "operator or function: attribute_exists",
                "attribute_exists(id) = :id | The function is not allowed to be used this way in an expression; "
                        + "function: attribute_exists",
                ":true = begins_with(id, :pre) | The function is not allowed to be used this way in an expression; "
                        + "function: begins_with",
                "size(id) | The function is not allowed to be used this way in an expression; function: size",
                "size(size(id)) = :two | The function is not allowed to be used this way in an expression; function: size",
                "id = id | The first operand must be distinct from the remaining operands for this operator or function; "
                        + "operator: =, first operand: [id]",
                "begins_with(id, :ten) | Incorrect operand type for operator or function; "
                        + "operator or function: begins_with, operand type: N",
                "id < :true | Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
                "id BETWEEN :ten AND :nine | The BETWEEN operator requires upper bound to be greater than or equal to lower "
                        + "bound; lower bound operand: AttributeValue: {N:10}, upper bound operand: AttributeValue: {N:9}",
                "id BETWEEN :id AND :nine | The BETWEEN operator requires same data type for lower and upper bounds; "
                        + "lower bound operand: AttributeValue: {S:campaign:42}, "
                        + "upper bound operand: AttributeValue: {N:9}",
                "attribute_type(id, :X) | Invalid attribute type name found; type: X, "
                        + "valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
                "attribute_type(id, num) | Incorrect operand type for operator or function; "
                        + "operator or function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}",
                "status = :id | Attribute name is a reserved keyword; reserved keyword: status",
                "doc.name = :id | Attribute name is a reserved keyword; reserved keyword: name",
                "#none = :id | An expression attribute name used in the document path is not defined; "
                        + "attribute name: #none"
            })
    void isInvalid(String condition, String why) {
        assertThat(invalid(condition)).isEqualTo("Invalid ConditionExpression: " + why);
    }

    @Test
    void anEmptyExpressionIsInvalid() {
        assertThat(invalid("")).isEqualTo("Invalid ConditionExpression: The expression can not be empty;");
        assertThat(invalid(" \n")).isEqualTo("Invalid ConditionExpression: The expression can not be empty;");
    }

    @Test
    void anExpressionOverFourKilobytesIsInvalid() {
        String tooLong = "id = :id" + " OR id = :id".repeat(400);
        assertThat(invalid(tooLong)).contains("Expression size has exceeded the maximum allowed size");
        assertThat(invalid("(".repeat(2000) + "id = :id" + ")".repeat(2000))).contains("too many levels");
    }

    /** Developer guide, "Quotas in Amazon DynamoDB" (ServiceQuotas.html), "Expression parameters". */
    @Test
    void anExpressionHasAtMostThreeHundredOperators() {
        assertThat(test("id = :id" + " OR id = :id".repeat(149))).isTrue();
        assertThat(invalid("id = :id" + " OR id = :id".repeat(150)))
                .contains("The expression contains too many operators; operator count: 301");
        assertThat(invalid("NOT ".repeat(1000) + "id = :id")).contains("too many operators");
        assertThat(test("id IN (:id)" + " OR id BETWEEN :id AND :id".repeat(149)))
                .isTrue();
    }

    @Test
    void theReservedWordsAreDynamoDbs() {
        assertThat(ReservedWords.count()).isEqualTo(573);
        assertThat(List.of("abort", "Owner", "TTL", "zone", "LOCK", "key", "data"))
                .allMatch(ReservedWords::contains);
        assertThat(List.of("pk", "ownerName", "isReleased", "fencingToken", "leaseDuration", "expiresAt", "lockId"))
                .noneMatch(ReservedWords::contains);
    }

    @Test
    void compiledExpressionsAreKeptByTextAndNames() {
        CompiledCondition first = expressions.condition("ConditionExpression", "#a = :v", Map.of("#a", "x"));
        assertThat(expressions.condition("ConditionExpression", "#a = :v", Map.of("#a", "x")))
                .isSameAs(first);
        assertThat(expressions.condition("ConditionExpression", "#a = :v", Map.of("#a", "y")))
                .isNotSameAs(first);
        assertThat(expressions.condition("FilterExpression", "#a = :v", Map.of("#a", "x")))
                .isNotSameAs(first);
    }

    @Test
    void aSyntaxErrorIsToldBeforeAReservedWord() {
        assertThat(invalid("owner = ")).contains("Syntax error");
        assertThat(invalid("#nowhere = :id )")).contains("Syntax error");
        assertThat(invalid("owner = :id")).contains("Attribute name is a reserved keyword; reserved keyword: owner");
        assertThat(invalid("#nowhere = :id")).contains("attribute name: #nowhere");
    }

    @Test
    void boundsOfTwoTypesAreToldBeforeTypesWithoutAnOrder() {
        assertThat(invalid("num BETWEEN :set AND :list"))
                .contains("requires same data type for lower and upper bounds");
        assertThat(invalid("num BETWEEN :set AND :set")).contains("operand type: SS");
    }
}
