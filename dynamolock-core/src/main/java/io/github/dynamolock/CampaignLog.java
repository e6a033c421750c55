package io.github.dynamolock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people when an elector's campaign begins to fail, and when it goes on: once each, however many calls fail in between.
 * Thread-safe.
 */
final class CampaignLog implements CallWatch {

    private static final Logger log = LoggerFactory.getLogger(DefaultLeaderElector.class);

    private final LockKey key;

    /** Guarded by this. */
    private boolean failing;

    /** Guarded by this: nobody is there any more whom it would concern. */
    private boolean closed;

    CampaignLog(LockKey key) {
        this.key = key;
    }

    @Override
    public void unanswered(RuntimeException cause) {
        failed(cause);
    }

    @Override
    public void answered() {
        recovered();
    }

    /** A call or a whole campaign has failed. */
    void failed(Throwable cause) {
        if (begins()) {
            log.warn("the campaign for {} fails; it is tried again until it succeeds", key, cause);
        } else {
            log.debug("the campaign for {} failed again", key, cause);
        }
    }

    /** The table can be used. */
    void recovered() {
        if (ends()) {
            log.warn("the campaign for {} goes on: the table answers again", key);
        }
    }

    synchronized void close() {
        closed = true;
    }

    private synchronized boolean begins() {
        boolean begins = !failing && !closed;
        failing = true;
        return begins;
    }

    private synchronized boolean ends() {
        boolean ends = failing && !closed;
        failing = false;
        return ends;
    }
}
