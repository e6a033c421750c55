package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LockTableTests {

    @Test
    void tablesOfOneNameWithTheSameKeysAreEqualAndNoOthers() {
        LockTable table = LockTable.named("orders").sortKey("sk");

        assertThat(table)
                .isEqualTo(LockTable.named("orders").sortKey("sk", LockTable.DEFAULT_SORT_KEY_VALUE))
                .hasSameHashCodeAs(LockTable.named("orders").sortKey("sk"))
                .isNotEqualTo(LockTable.named("orders"))
                .isNotEqualTo(LockTable.named("orders").sortKey("sk", "another"))
                .isNotEqualTo(LockTable.named("orders").partitionKey("id").sortKey("sk"))
                .isNotEqualTo("orders");
    }

    @Test
    void aTableNamesItselfAndItsKeys() {
        assertThat(LockTable.named("orders").sortKey("sk")).asString().contains("orders", "key", "sk");
    }
}
