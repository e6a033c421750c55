package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockLostException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
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

    /** Where Micrometer's context propagation has the current observation. */
    private static final String OBSERVATION = "micrometer.observation";

    private ReactiveCall() {}

    static Object run(LockedCall call) {
        CallScope caller = LockContext.scope();
        return adapted(call.operation().result(), () -> one(call, caller), () -> many(call, caller));
    }

    /** A call that can't even begin: each subscriber is told why. */
    static Object failed(CallResult result, Throwable why) {
        return adapted(result, () -> Mono.error(why), () -> Flux.error(why));
    }

    private static Object adapted(CallResult result, Supplier<Mono<?>> one, Supplier<Flux<?>> many) {
        return switch (result.kind()) {
            case SUSPENDING -> one.get();
            case SUSPENDING_FLOW -> many.get();
            default -> {
                ReactiveAdapter adapter = Objects.requireNonNull(
                        ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.type()));
                yield adapter.fromPublisher(adapter.isMultiValue() ? many.get() : one.get());
            }
        };
    }

    private static Flux<Object> many(LockedCall call, @Nullable CallScope caller) {
        return Flux.usingWhen(
                        subscription(call, caller),
                        Subscription::body,
                        Subscription::end,
                        Subscription::end,
                        Subscription::cancel)
                .onErrorMap(FoundLoss::unwrap);
    }

    private static Mono<Object> one(LockedCall call, @Nullable CallScope caller) {
        return Mono.usingWhen(
                        subscription(call, caller),
                        subscription -> subscription.body().singleOrEmpty(),
                        Subscription::end,
                        Subscription::end,
                        Subscription::cancel)
                .onErrorMap(FoundLoss::unwrap);
    }

    /** Tells a loss that the release found through Reactor, which puts an exception of its own around it. */
    private static final class FoundLoss extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FoundLoss(Throwable loss) {
            super(loss.getMessage(), loss);
        }

        static Throwable unwrap(Throwable failure) {
            Throwable loss = failure.getCause() instanceof FoundLoss found ? found.getCause() : null;
            return loss == null ? failure : loss;
        }
    }

    private static Mono<Subscription> subscription(LockedCall call, @Nullable CallScope caller) {
        return Mono.deferContextual(
                context -> Mono.just(new Subscription(call, outer(context, caller), observation(call, context))));
    }

    private static @Nullable CallScope outer(ContextView context, @Nullable CallScope caller) {
        return ReactiveLockContext.scope(context).orElse(caller);
    }

    private static CallObservation observation(LockedCall call, ContextView context) {
        return call.observations().begin(call, context.getOrDefault(OBSERVATION, null));
    }

    private static final class Subscription {

        private final LockedCall call;
        private final @Nullable CallScope outer;
        private final CallObservation observation;
        private final CompletableFuture<List<KeyHold>> acquiring;
        private volatile @Nullable LossGuard guard;

        /** Guarded by this: complete unless the body is being assembled. */
        private CompletableFuture<@Nullable Void> assembled = CompletableFuture.completedFuture(null);

        /** Guarded by this. */
        private boolean ended;

        Subscription(LockedCall call, @Nullable CallScope outer, CallObservation observation) {
            this.call = call;
            this.outer = outer;
            this.observation = observation;
            this.acquiring = Acquiring.later(call, outer);
        }

        Flux<Object> body() {
            Object observed = observation.inReactorContext();
            Flux<Object> body =
                    Mono.fromFuture(acquiring.handle(this::next), true).flatMapMany(next -> next);
            return observed == null ? body : body.contextWrite(context -> context.put(OBSERVATION, observed));
        }

        private Flux<Object> next(@Nullable List<KeyHold> holds, @Nullable Throwable failure) {
            if (holds == null) {
                return withoutLock(failure);
            }
            observation.granted(holds);
            return locked(new CallScope(call, holds, outer));
        }

        private Flux<Object> withoutLock(@Nullable Throwable failure) {
            return Flux.defer(() -> {
                if (!(failure instanceof LockException refused)) {
                    observation.refused(Objects.requireNonNull(failure));
                    return Flux.error(failure);
                }
                observation.refused(refused);
                CallObservation.Scope scope = observation.open();
                try {
                    Object given = call.withoutLock(refused);
                    return given == null ? Flux.empty() : publisher(given);
                } catch (Throwable thrown) {
                    return Flux.error(thrown);
                } finally {
                    scope.close();
                }
            });
        }

        private Flux<Object> locked(CallScope scope) {
            LossGuard watch = LossGuard.watch(scope.holds(), false);
            guard = watch;
            Flux<Object> body = Flux.defer(() -> assemble(scope, watch))
                    .contextWrite(context -> context.put(LockContext.KEY, scope));
            // Only a value of the other publisher cancels the body; its error would leave that running.
            return call.interruptsOnLoss()
                    ? body.takeUntilOther(loss(watch)).concatWith(Mono.defer(() -> failure(watch)))
                    : body;
        }

        private Publisher<Object> assemble(CallScope scope, LossGuard watch) {
            KeyHold lost = scope.firstLost();
            if (lost != null) {
                KeyHold.Loss loss = watch.lossOf(lost);
                observation.lost(loss);
                return Flux.error(LockLosses.before(call, loss));
            }
            CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
            if (!begins(done)) {
                return Flux.empty();
            }
            CallScope before = LockContext.scope();
            CallObservation.Scope observed = observation.open();
            LockContext.bind(scope);
            try {
                Object returned = call.proceedElsewhere();
                return returned == null ? Flux.empty() : publisher(returned);
            } catch (Throwable thrown) {
                return Flux.error(thrown);
            } finally {
                LockContext.bind(before);
                observed.close();
                done.complete(null);
            }
        }

        /** False for a subscription that was cancelled meanwhile, and has no lock any more. */
        private synchronized boolean begins(CompletableFuture<@Nullable Void> done) {
            if (!ended) {
                assembled = done;
            }
            return !ended;
        }

        private synchronized CompletableFuture<@Nullable Void> ended() {
            ended = true;
            return assembled;
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

        private Mono<KeyHold.Loss> loss(LossGuard watch) {
            return Mono.create(sink -> watch.whenLost(loss -> {
                observation.lost(loss);
                sink.success(loss);
            }));
        }

        private Mono<Object> failure(LossGuard watch) {
            KeyHold.Loss loss = watch.loss();
            return loss == null ? Mono.empty() : Mono.error(LockLosses.during(call, loss));
        }

        Mono<Void> end() {
            return end(null, () -> observation.end(null));
        }

        Mono<Void> end(Throwable failure) {
            return end(failure, () -> observation.end(failure));
        }

        Mono<Void> cancel() {
            return end(null, observation::cancelled);
        }

        /**
         * After completion, failure or cancellation: gives back what was granted, once the body's own code has returned;
         * fails with a loss not told yet. One that is being told does not wait for that.
         */
        private Mono<Void> end(@Nullable Throwable failure, Runnable ended) {
            return Mono.defer(() -> {
                CompletableFuture<?> returned = ended();
                if (acquiring.cancel(true) || acquiring.isCompletedExceptionally()) {
                    ended.run();
                    return Mono.<Void>empty();
                }
                CompletableFuture<Optional<Throwable>> left = returned.thenCompose(
                                done -> Acquiring.leaveAsync(acquiring.join()))
                        .thenApply(found -> {
                            Optional<Throwable> untold = untold(failure, found);
                            untold.ifPresentOrElse(observation::end, ended);
                            return untold;
                        });
                if (failure instanceof LockLostException && !isHeld()) {
                    ended.run();
                    return Mono.<Void>empty();
                }
                return Mono.fromFuture(left, true)
                        .flatMap(untold ->
                                Mono.justOrEmpty(untold).flatMap(loss -> Mono.<Void>error(new FoundLoss(loss))));
            });
        }

        private boolean isHeld() {
            return acquiring.join().stream().allMatch(hold -> hold.handle().isHeld());
        }

        private Optional<Throwable> untold(@Nullable Throwable failure, KeyHold.@Nullable Loss found) {
            LossGuard watch = guard;
            KeyHold.Loss loss = watch == null ? found : watch.lossOr(found);
            if (loss != null) {
                observation.lost(loss);
            }
            Throwable ends = LockLosses.end(call, failure, loss, false);
            return Optional.ofNullable(ends == failure ? null : ends);
        }
    }
}
