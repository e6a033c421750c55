package io.github.dynamolock;

/** Hears, while an acquisition goes on, whether its calls get answers. Called under no lock; must not throw. */
interface CallWatch {

    CallWatch NONE = new CallWatch() {
        @Override
        public void unanswered(RuntimeException cause) {}

        @Override
        public void answered() {}
    };

    /** A call got no answer in time, or one that says to try again. */
    void unanswered(RuntimeException cause);

    /** A call was answered. */
    void answered();
}
