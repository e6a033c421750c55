package io.github.dynamolock;

/** The contract, with the lock rows inside an application's table under a sort key. */
class SortKeyLockClientTests extends InProcessLockClientTests {

    @Override
    LockTable lockTable() {
        return LockTable.named(table).sortKey("sk");
    }

    /** The order of things does not depend on how many there are. */
    @Override
    int sections() {
        return 200;
    }
}
