package io.github.dynamolock.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client that is not the model's. It is told what happens to it, and shows what it does about that. */
public interface TracedClient {

    /** What it does now. */
    ClientView view();

    /** Asks for the lock, for at most so many ticks. */
    void begin(int waitTicks);

    /** Its request has reached the table, and the answer is under way. */
    void delivered();

    /**
     * The answer.
     *
     * @param applied whether the request was applied
     * @param row the row after it; null when there is none
     * @param sentBefore whether the request had been sent before within the call
     * @param gone whether the caller has gone meanwhile
     */
    void answered(boolean applied, @Nullable AnsweredRow row, boolean sentBefore, boolean gone);

    /** There will be no answer. */
    void unanswered(boolean gone);

    /** Its pause is over. */
    void resume();

    /** Its caller goes away during a pause. */
    void giveUp();

    /** Renews. */
    void renew();

    /** Releases. */
    void release();

    /** Ends without a release. */
    void leave();

    /** Loses all it knows. */
    void crash();

    /** The ids that it asked the table to free when it last ended without the lock. */
    Set<String> cleared();
}
