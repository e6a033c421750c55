package io.github.dynamolock;

/** What a release found. */
public enum ReleaseResult {
    /** This call freed the lock. */
    RELEASED,
    /** The lock had been released by this handle before. */
    ALREADY_RELEASED,
    /** The lock had been lost before: nothing was changed in the table. */
    LOST
}
