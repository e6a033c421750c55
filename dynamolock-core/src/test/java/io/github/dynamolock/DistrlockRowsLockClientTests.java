package io.github.dynamolock;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The contract, on the rows of distrlock, under its sort key. */
class DistrlockRowsLockClientTests extends InProcessLockClientTests {

    @Override
    LockTable lockTable() {
        return LockTable.named(table).partitionKey("pk").sortKey("sk");
    }

    @Override
    RowFormat rowFormat() {
        return RowFormat.DISTRLOCK;
    }

    @Override
    AttributeValue longLease() {
        return AttributeValue.fromN("60000000000");
    }

    /** The order of things does not depend on how many there are. */
    @Override
    int sections() {
        return 200;
    }
}
