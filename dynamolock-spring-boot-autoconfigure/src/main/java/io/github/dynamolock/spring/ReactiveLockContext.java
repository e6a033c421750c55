package io.github.dynamolock.spring;

import io.github.dynamolock.LockHandle;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Gives a reactive pipeline that a {@link DistributedLock} method returned its locks; needs Reactor. */
public final class ReactiveLockContext {

    private ReactiveLockContext() {}

    /**
     * The lock of the innermost annotated method in whose pipeline this is subscribed. Fails with an
     * {@link IllegalStateException} where there is none, or where the method's key is a collection.
     */
    public static Mono<LockHandle> current() {
        return Mono.deferContextual(context -> Mono.fromCallable(() -> LockContext.single(required(context))));
    }

    /** The locks of the innermost annotated method, in the order of their keys; fails where there is none. */
    public static Mono<List<LockHandle>> all() {
        return Mono.deferContextual(context -> Mono.fromCallable(
                () -> required(context).holds().stream().map(KeyHold::handle).toList()));
    }

    static Optional<CallScope> scope(ContextView context) {
        return context.getOrEmpty(LockContext.KEY);
    }

    private static CallScope required(ContextView context) {
        return scope(context)
                .orElseThrow(() -> new IllegalStateException(
                        "No @DistributedLock method is part of this pipeline. It must return the pipeline, and be called"
                                + " through the Spring proxy."));
    }
}
