package io.github.dynamolock.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What those are told of one call who observe it; nobody, as it stands. Never fails, and may be told from any thread. */
interface CallObservation {

    /** Of a call that nobody observes. */
    CallObservation NONE = new CallObservation() {};

    /** Makes it the current one of this thread, until that is closed. */
    default Scope open() {
        return () -> {};
    }

    /** What stands for it in Reactor's context, or null. */
    default @Nullable Object inReactorContext() {
        return null;
    }

    /** The locks were granted. */
    default void granted(List<KeyHold> holds) {}

    /** They can't be had. */
    default void refused(Throwable why) {}

    /** One of them was lost. */
    default void lost(KeyHold.Loss loss) {}

    /** The call has ended, with this failure or without one. What is told after it has no effect. */
    default void end(@Nullable Throwable failure) {}

    /** The call has ended because its caller cancelled it. */
    default void cancelled() {}

    /** Until when it is the current one of a thread. To be closed on that thread. */
    @FunctionalInterface
    interface Scope {

        void close();
    }
}
