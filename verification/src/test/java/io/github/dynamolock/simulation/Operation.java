package io.github.dynamolock.simulation;

/** What a call is for. */
enum Operation {
    GET("Get"),
    ACQUIRE("Acquire"),
    STEAL("Steal"),
    HEARTBEAT("Heartbeat"),
    RELEASE("Release"),
    CLOSE("Close"),
    DESCRIBE("Describe"),
    TX_FENCE("TxFence");

    final String title;

    Operation(String title) {
        this.title = title;
    }
}
