package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class ConditionsTests {

    private static final TableKeys KEYS = new TableKeys("locks", "key", ScalarAttributeType.S, null, null);

    private static String resolved(RowLayout layout, Function<ConditionAndNames, String> condition) {
        Expression e = new Expression();
        String text = condition.apply(new ConditionAndNames(new Conditions(KEYS, layout), e));
        return RecordingDynamoDb.resolve(text, e.names(), e.values());
    }

    private record ConditionAndNames(Conditions conditions, Expression e) {}

    @Test
    void aFreeRowIsNoneOrAReleasedLockRow() {
        for (RowLayout layout : new RowLayout[] {RowLayout.DYNAMOLOCK, RowLayout.AWS_LOCK_CLIENT}) {
            assertThat(resolved(layout, c -> c.conditions().free(c.e())))
                    .isEqualTo("attribute_not_exists(key) OR (attribute_exists(isReleased)"
                            + " AND attribute_type(recordVersionNumber, S(S)))");
        }
    }

    @Test
    void whereAReleaseDeletesTheRowOnlyNoRowIsFree() {
        assertThat(resolved(RowLayout.DISTRLOCK, c -> c.conditions().free(c.e())))
                .isEqualTo("attribute_not_exists(key)");
    }

    @Test
    void aTakeoverNamesTheVeryVersionThatWasObserved() {
        assertThat(resolved(RowLayout.DYNAMOLOCK, c -> c.conditions().observed(c.e(), "v:1")))
                .isEqualTo("recordVersionNumber = S(v:1)");
        assertThat(resolved(RowLayout.DISTRLOCK, c -> c.conditions().observed(c.e(), "v:1")))
                .isEqualTo("lockId = S(v:1)");
    }

    @Test
    void aGuardNamesTheTokenToo() {
        assertThat(resolved(RowLayout.DYNAMOLOCK, c -> c.conditions().granted(c.e(), "hold", 7)))
                .isEqualTo("begins_with(recordVersionNumber, S(hold:)) AND attribute_not_exists(isReleased)"
                        + " AND fencingToken = N(7)");
        assertThat(resolved(RowLayout.DISTRLOCK, c -> c.conditions().granted(c.e(), "hold", 7)))
                .isEqualTo("begins_with(lockId, S(hold:)) AND fencingToken = N(7)");
    }

    @Test
    void aReleaseAsksForTheHoldAtWhateverCount() {
        assertThat(resolved(RowLayout.DYNAMOLOCK, c -> c.conditions().held(c.e(), "hold")))
                .isEqualTo("begins_with(recordVersionNumber, S(hold:)) AND attribute_not_exists(isReleased)");
        assertThat(resolved(RowLayout.DISTRLOCK, c -> c.conditions().held(c.e(), "hold")))
                .isEqualTo("begins_with(lockId, S(hold:))");
    }

    @ParameterizedTest
    @CsvSource({"1, 0000000000", "2, 0000000001", "1000, 0000000999"})
    void aRenewalAsksForAnyEarlierCountOfTheGrant(long counter, String highest) {
        Renew renew = new Renew("hold", 7, counter, Duration.ofSeconds(20));
        assertThat(resolved(RowLayout.DYNAMOLOCK, c -> c.conditions().grantedBelow(c.e(), renew)))
                .isEqualTo("recordVersionNumber BETWEEN S(hold:0000000000) AND S(hold:" + highest
                        + ") AND attribute_not_exists(isReleased) AND fencingToken = N(7)");
        assertThat(resolved(RowLayout.DISTRLOCK, c -> c.conditions().grantedBelow(c.e(), renew)))
                .isEqualTo("lockId BETWEEN S(hold:0000000000) AND S(hold:" + highest + ") AND fencingToken = N(7)");
    }

    @Test
    void namesAlwaysStandBehindPlaceholders() {
        TableKeys odd = new TableKeys("locks", "a.b-c d", ScalarAttributeType.S, null, null);
        Expression e = new Expression();
        assertThat(new Conditions(odd, RowLayout.DYNAMOLOCK).free(e)).doesNotContain("a.b");
        assertThat(e.names()).containsValue("a.b-c d");
    }

    @Test
    void oneNameHasOnePlaceholderAndEachValueItsOwn() {
        Expression e = new Expression();
        assertThat(e.name("a")).isEqualTo(e.name("a")).isNotEqualTo(e.name("b"));
        assertThat(e.text("a")).isNotEqualTo(e.text("a"));
    }
}
