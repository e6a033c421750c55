package io.github.dynamolock;

/** The machine's clocks. */
enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public Moment now() {
        return new Moment(System.nanoTime(), System.currentTimeMillis());
    }
}
