package io.github.dynamolock.verification.differential;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What counts as the same answer, and what does not. */
class CategoryTests {
    private static final Call GET = new Call("GetItem", Json.object(), "");

    private static Answer invalid(String message) {
        ObjectNode body = Json.object().put("__type", "com.amazon.coral.validate#ValidationException");
        return Answer.of(GET, 400, body.put("message", message));
    }

    private static Answer item(String json) {
        return Answer.of(GET, 200, Json.parse(json));
    }

    @Test
    void messagesAgreeInWhatTheySayAndNotInWhatTheyQuote() {
        Answer ours = invalid("Invalid FilterExpression: Syntax error; token: \")\", near: \"a )\"");
        assertThat(ours.agreesWith(invalid("Invalid FilterExpression: Syntax error; Expected \"(\""), true))
                .isTrue();
        assertThat(ours.agreesWith(invalid("Invalid ConditionExpression: Syntax error; x"), true))
                .isFalse();
        assertThat(ours.agreesWith(invalid("Invalid FilterExpression: Invalid function name; function: f"), true))
                .isFalse();
        assertThat(ours.agreesWith(invalid("anything"), false)).isTrue();
    }

    @Test
    void itemsAgreeButForTheOrderOfSets() {
        Answer ours = item("{\"Item\":{\"s\":{\"SS\":[\"b\",\"a\"]},\"l\":{\"L\":[{\"N\":\"1\"},{\"N\":\"2\"}]}}}");
        assertThat(ours.agreesWith(
                        item("{\"Item\":{\"l\":{\"L\":[{\"N\":\"1\"},{\"N\":\"2\"}]},\"s\":{\"SS\":[\"a\",\"b\"]}}}"),
                        true))
                .isTrue();
        assertThat(ours.agreesWith(
                        item("{\"Item\":{\"l\":{\"L\":[{\"N\":\"2\"},{\"N\":\"1\"}]},\"s\":{\"SS\":[\"a\",\"b\"]}}}"),
                        true))
                .isFalse();
        assertThat(ours.agreesWith(item("{\"Item\":{\"s\":{\"SS\":[\"a\"]}}}"), true))
                .isFalse();
        assertThat(ours.agreesWith(invalid("x"), false)).isFalse();
    }

    @Test
    void theSameSeedDrawsTheSameSequence() {
        Knowledge all = new Knowledge(true, true, true);
        String first = Sequence.of(7, Schema.all("lane"), all).toString();
        assertThat(Sequence.of(7, Schema.all("lane"), all)).hasToString(first);
        assertThat(Sequence.of(8, Schema.all("lane"), all).toString()).isNotEqualTo(first);
    }
}
