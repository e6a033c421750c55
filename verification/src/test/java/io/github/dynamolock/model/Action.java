package io.github.dynamolock.model;

/** The steps of the model. */
enum Action {
    TICK("a tick passes"),
    BEGIN("asks for the lock"),
    DELIVER("its request reaches the table"),
    DELIVER_TWICE("its request reaches the table, and a duplicate of it travels on"),
    DELIVER_UNANSWERED("its request reaches the table, and the answer is lost"),
    ANSWER("gets the answer"),
    ANSWER_RESENT("gets the answer, and knows that its request had been sent before"),
    TIMEOUT("waits no longer for the answer; its request, if it travels, is lost"),
    TIMEOUT_LATE("waits no longer for the answer; its request travels on"),
    RESEND("sends its write again"),
    LOOK("reads the row"),
    GIVE_UP("ends without the lock"),
    RENEW("sends a renewal"),
    RELEASE("sends a release"),
    LEAVE("ends with nothing to release, or leaves its row to lapse"),
    CRASH("crashes and starts anew; its request, if it travels, is lost"),
    CRASH_LATE("crashes and starts anew; its request travels on"),
    LATE("a request that nobody waits for reaches the table"),
    LATE_TWICE("a request that nobody waits for reaches the table, and a duplicate travels on"),
    LOSE("a request that nobody waits for is lost");

    private final String what;

    Action(String what) {
        this.what = what;
    }

    String what() {
        return what;
    }
}
