package io.github.dynamolock;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The contract, on the rows of AWS's lock client. */
class AwsRowsLockClientTests extends InProcessLockClientTests {

    @Override
    RowFormat rowFormat() {
        return RowFormat.AWS_LOCK_CLIENT;
    }

    @Override
    AttributeValue longLease() {
        return AttributeValue.fromS("60000");
    }

    /** The order of things does not depend on how many there are. */
    @Override
    int sections() {
        return 200;
    }
}
