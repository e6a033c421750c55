package io.github.dynamolock.model;

/** What must be true of every state or step. */
enum Invariant {
    S1("two clients believe in the lock at once"),
    S2("the table granted a token that is not above all earlier ones"),
    S3("a caller was given a token that is not above all that were given before"),
    S4("a hold whose lease was over is believed in again"),
    S6("a holder gave up a lock that nobody took"),
    S8("a release changed a row that is another's"),
    L1("a client alone with a table that answers does not get the lock within a lease");

    private final String broken;

    Invariant(String broken) {
        this.broken = broken;
    }

    String broken() {
        return name() + ": " + broken;
    }
}
