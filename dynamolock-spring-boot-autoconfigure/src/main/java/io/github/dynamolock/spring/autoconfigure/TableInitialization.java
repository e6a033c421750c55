package io.github.dynamolock.spring.autoconfigure;

/** What happens to the lock table at startup. */
public enum TableInitialization {
    /** Checked: startup fails when it is missing or its keys are others. Needs {@code dynamodb:DescribeTable}. */
    VALIDATE,
    /** Created unless it exists, then checked. Needs {@code dynamodb:CreateTable} as well. */
    CREATE,
    /** Nothing: a missing table shows at the first lock. */
    NONE
}
