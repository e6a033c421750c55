package io.github.dynamolock.local.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class UpdateGrammarTests {
    private static final AttributeValue ONE = AttributeValue.fromN("1");
    private static final AttributeValue TEXT = AttributeValue.fromS("x");
    private static final AttributeValue LIST = AttributeValue.fromL(List.of(ONE, TEXT));
    private static final Map<String, AttributeValue> ITEM = Map.of(
            "num", AttributeValue.fromN("10"),
            "txt", TEXT,
            "arr", LIST,
            "doc", AttributeValue.fromM(Map.of("part", AttributeValue.fromM(Map.of("num", ONE)))),
            "tags", AttributeValue.fromSs(List.of("a", "b")));
    private static final Map<String, AttributeValue> VALUES =
            Map.of(":one", ONE, ":txt", TEXT, ":arr", LIST, ":tags", AttributeValue.fromSs(List.of("b", "c")));

    private final Expressions expressions = new Expressions();

    private Map<String, AttributeValue> update(String text) {
        CompiledUpdate update = expressions.update(text, Map.of("#num", "num"));
        update.check(VALUES);
        return update.apply(ITEM, VALUES);
    }

    private String invalid(String text) {
        AwsServiceException error = catchThrowableOfType(AwsServiceException.class, () -> update(text));
        assertThat(error).as(text).isNotNull();
        return error.awsErrorDetails().errorMessage();
    }

    @Test
    void actionsSeeTheItemAsItWas() {
        assertThat(update("SET mirror = num, third = num + :one"))
                .containsEntry("mirror", AttributeValue.fromN("10"))
                .containsEntry("third", AttributeValue.fromN("11"));
        assertThat(update("SET num = num - :one, prev = num REMOVE txt"))
                .containsEntry("num", AttributeValue.fromN("9"))
                .containsEntry("prev", AttributeValue.fromN("10"))
                .doesNotContainKey("txt");
        assertThat(ITEM).containsEntry("num", AttributeValue.fromN("10"));
    }

    @Test
    void functionsNest() {
        assertThat(update("SET fence = if_not_exists(fence, :one) + :one"))
                .containsEntry("fence", AttributeValue.fromN("2"));
        assertThat(update("SET num = if_not_exists(num, :one) + :one"))
                .containsEntry("num", AttributeValue.fromN("11"));
        assertThat(update("SET brr = list_append(if_not_exists(brr, :arr), arr)"))
                .containsEntry("brr", AttributeValue.fromL(List.of(ONE, TEXT, ONE, TEXT)));
        assertThat(update("SET num = if_not_exists(a, if_not_exists(b, :txt))")).containsEntry("num", TEXT);
        assertThat(update("SET num = (num + :one)")).containsEntry("num", AttributeValue.fromN("11"));
        assertThat(update("SET num = (num) + (:one)")).containsEntry("num", AttributeValue.fromN("11"));
    }

    @Test
    void pathsReachIntoMapsAndLists() {
        assertThat(update("set doc.part.#num = :txt, arr[0] = :txt, arr[7] = :one"))
                .containsEntry("doc", AttributeValue.fromM(Map.of("part", AttributeValue.fromM(Map.of("num", TEXT)))))
                .containsEntry("arr", AttributeValue.fromL(List.of(TEXT, TEXT, ONE)));
        assertThat(update("REMOVE arr[0], arr[5], doc.part.nothing"))
                .containsEntry("arr", AttributeValue.fromL(List.of(TEXT)));
        assertThat(update("REMOVE nothing")).isEqualTo(ITEM);
    }

    @Test
    void setsAndNumbersAdd() {
        assertThat(update("ADD num :one, tags :tags, fresh :one DELETE mirror :tags"))
                .containsEntry("num", AttributeValue.fromN("11"))
                .containsEntry("fresh", ONE)
                .containsEntry("tags", AttributeValue.fromSs(List.of("a", "b", "c")));
        assertThat(update("DELETE tags :tags")).containsEntry("tags", AttributeValue.fromSs(List.of("a")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET | Syntax error; token: \"<EOF>\", near: \"SET\"",
                "SET num | Syntax error; token: \"<EOF>\", near: \"num\"",
                "SET num = | Syntax error; token: \"<EOF>\", near: \"=\"",
                "SET num = :one, | Syntax error; token: \"<EOF>\", near: \",\"",
                "SET num = :one num = :one | Syntax error; token: \"num\", near: \":one num =\"",
                "SET = :one | Syntax error; token: \"=\", near: \"SET = :one\"",
                "SET num = :one + :one + :one | Syntax error; token: \"+\", near: \":one + :one\"",
                "SET num = ((:one)) | Syntax error; token: \"(\", near: \"((:one\"",
                "REMOVE num = :one | Syntax error; token: \"=\", near: \"num = :one\"",
                "ADD num = :one | Syntax error; token: \"=\", near: \"num = :one\"",
                "ADD num num | Syntax error; token: \"num\", near: \"num num\"",
                "DROP num | Syntax error; token: \"DROP\", near: \"DROP num\"",
                "num = :one | Syntax error; token: \"num\", near: \"num =\"",
                "SET num = :one SET txt = :one | The \"SET\" section can only be used once in an update expression;",
                "SET num = size(arr) | Invalid function name; function: size",
                "SET num = if_not_exists(num) | Incorrect number of operands for operator or function; "
                        + "operator or function: if_not_exists, number of operands: 1",
                "SET num = if_not_exists(:one, num) | Operator or function requires a document path; "
                        + "operator or function: if_not_exists",
                "SET num = num + :txt | Incorrect operand type for operator or function; "
                        + "operator or function: +, operand type: S",
                "SET num = list_append(arr, :one) | Incorrect operand type for operator or function; "
                        + "operator or function: list_append, operand type: N",
                "ADD num :txt | Incorrect operand type for operator or function; operator: ADD, operand type: STRING, "
                        + "typeSet: ALLOWED_FOR_ADD_OPERAND",
                "DELETE tags :one | Incorrect operand type for operator or function; operator: DELETE, "
                        + "operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND",
                "SET num = :one REMOVE #num | Two document paths overlap with each other; must remove or rewrite one of "
                        + "these paths; path one: [num], path two: [num]",
                "SET doc.part.x = :one, doc.part = :one | Two document paths overlap with each other; must remove or rewrite "
                        + "one of these paths; path one: [doc, part, x], path two: [doc, part]",
                "SET doc = :one, doc.part = :one | Two document paths overlap with each other; must remove or rewrite one "
                        + "of these paths; path one: [doc], path two: [doc, part]",
                "SET doc.part = :one REMOVE doc[1] | Two document paths conflict with each other; must remove or rewrite "
                        + "one of these paths; path one: [doc, part], path two: [doc, [1]]",
                "SET name = :one | Attribute name is a reserved keyword; reserved keyword: name"
            })
    void isInvalid(String text, String why) {
        assertThat(invalid(text)).isEqualTo("Invalid UpdateExpression: " + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET num = txt + :one | An operand in the update expression has an incorrect data type",
                "SET num = list_append(arr, txt) | An operand in the update expression has an incorrect data type",
                "ADD txt :one | An operand in the update expression has an incorrect data type",
                "ADD num :tags | An operand in the update expression has an incorrect data type",
                "DELETE num :tags | An operand in the update expression has an incorrect data type",
                "SET num = absent | The provided expression refers to an attribute that does not exist in the item",
                "SET num = absent + :one | The provided expression refers to an attribute that does not exist in the item",
                "SET absent.x = :one | The document path provided in the update expression is invalid for update",
                "SET txt.x = :one | The document path provided in the update expression is invalid for update",
                "SET arr.x = :one | The document path provided in the update expression is invalid for update",
                "REMOVE doc[0] | The document path provided in the update expression is invalid for update"
            })
    void doesNotFitTheItem(String text, String why) {
        assertThat(invalid(text)).isEqualTo(why);
    }
}
