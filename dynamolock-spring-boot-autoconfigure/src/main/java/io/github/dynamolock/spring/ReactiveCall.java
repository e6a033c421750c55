package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * A call whose body is a publisher. Each subscription acquires the locks, without a thread that waits, assembles and
 * subscribes to the body, and gives them back when that completes, fails or is cancelled.
 */
final class ReactiveCall {

    private ReactiveCall() {}

    static Object run(LockedCall call) {
        CallResult result = call.operation().result();
        CallScope caller = LockContext.scope();
        return switch (result.kind()) {
            case SUSPENDING -> one(call, caller);
            case SUSPENDING_FLOW -> many(call, caller);
            default -> {
                ReactiveAdapter adapter = Objects.requireNonNull(
                        ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.type()));
                yield adapter.fromPublisher(adapter.isMultiValue() ? many(call, caller) : one(call, caller));
            }
        };
    }

    private static Flux<Object> many(LockedCall call, @Nullable CallScope caller) {
        return Flux.usingWhen(
                subscription(call, caller),
                Subscription::body,
                Subscription::end,
                Subscription::end,
                Subscription::end);
    }

    private static Mono<Object> one(LockedCall call, @Nullable CallScope caller) {
        return Mono.usingWhen(
                subscription(call, caller),
                subscription -> subscription.body().singleOrEmpty(),
                Subscription::end,
                Subscription::end,
                Subscription::end);
    }

    private static Mono<Subscription> subscription(LockedCall call, @Nullable CallScope caller) {
        return Mono.deferContextual(context -> Mono.just(new Subscription(call, outer(context, caller))));
    }

    private static @Nullable CallScope outer(ContextView context, @Nullable CallScope caller) {
        return ReactiveLockContext.scope(context).orElse(caller);
    }

    private static final class Subscription {

        private final LockedCall call;
        private final @Nullable CallScope outer;
        private final CompletableFuture<List<KeyHold>> acquiring;
        private volatile @Nullable LossGuard guard;

        Subscription(LockedCall call, @Nullable CallScope outer) {
            this.call = call;
            this.outer = outer;
            this.acquiring = Acquiring.later(call, outer);
        }

        Flux<Object> body() {
            return Mono.fromFuture(acquiring.handle(this::next), true).flatMapMany(next -> next);
        }

        private Flux<Object> next(@Nullable List<KeyHold> holds, @Nullable Throwable failure) {
            return holds == null ? withoutLock(failure) : locked(new CallScope(call, holds, outer));
        }

        private Flux<Object> withoutLock(@Nullable Throwable failure) {
            return Flux.defer(() -> {
                if (!(failure instanceof LockException refused)) {
                    return Flux.error(Objects.requireNonNull(failure));
                }
                try {
                    Object given = call.withoutLock(refused);
                    return given == null ? Flux.empty() : publisher(given);
                } catch (Throwable thrown) {
                    return Flux.error(thrown);
                }
            });
        }

        private Flux<Object> locked(CallScope scope) {
            LossGuard watch = LossGuard.watch(scope.holds(), false);
            guard = watch;
            Flux<Object> body = Flux.defer(() -> assemble(scope, watch))
                    .contextWrite(context -> context.put(LockContext.KEY, scope));
            return call.interruptsOnLoss() ? body.takeUntilOther(failureOnLoss(watch)) : body;
        }

        private Publisher<Object> assemble(CallScope scope, LossGuard watch) {
            KeyHold lost = scope.firstLost();
            if (lost != null) {
                KeyHold.Loss told = watch.loss();
                return Flux.error(LockLosses.before(call, told == null ? KeyHold.Loss.unseen(lost.handle()) : told));
            }
            CallScope before = LockContext.scope();
            LockContext.bind(scope);
            try {
                Object returned = call.proceedElsewhere();
                return returned == null ? Flux.empty() : publisher(returned);
            } catch (Throwable thrown) {
                return Flux.error(thrown);
            } finally {
                LockContext.bind(before);
            }
        }

        /** Spring gives a suspending function's result as a publisher too. */
        @SuppressWarnings("unchecked")
        private static Publisher<Object> publisher(Object returned) {
            ReactiveAdapter adapter =
                    ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, returned);
            return adapter == null
                    ? Mono.just(returned)
                    : (Publisher<Object>) (Publisher<?>) adapter.toPublisher(returned);
        }

        private Mono<Object> failureOnLoss(LossGuard watch) {
            return Mono.create(sink -> watch.whenLost(loss -> sink.error(LockLosses.during(call, loss))));
        }

        Mono<Void> end() {
            return end(null);
        }

        /** After completion, failure or cancellation: gives back what was granted; fails with a loss not told yet. */
        Mono<Void> end(@Nullable Throwable failure) {
            return Mono.defer(() -> {
                if (acquiring.cancel(true) || acquiring.isCompletedExceptionally()) {
                    return Mono.<Void>empty();
                }
                return Mono.fromFuture(
                                Acquiring.leaveAsync(acquiring.join()).thenApply(found -> untold(failure, found)), true)
                        .flatMap(untold -> Mono.justOrEmpty(untold).flatMap(Mono::<Void>error));
            });
        }

        private Optional<Throwable> untold(@Nullable Throwable failure, KeyHold.@Nullable Loss found) {
            LossGuard watch = guard;
            KeyHold.Loss told = watch == null ? null : watch.loss();
            Throwable ends = LockLosses.end(call, failure, told == null ? found : told, false);
            return Optional.ofNullable(ends == failure ? null : ends);
        }
    }
}
