package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockLostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A lock that is lost while a publisher runs. */
@ExtendWith(OutputCaptureExtension.class)
class ReactiveLossTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Sinks.One<String> body = Sinks.one();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Throwable> dropped = new CopyOnWriteArrayList<>();

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @BeforeEach
    void noErrorMayBeDropped() {
        Hooks.onErrorDropped(dropped::add);
    }

    @AfterEach
    void end() {
        Hooks.resetOnErrorDropped();
        assertThat(dropped).isEmpty();
    }

    @Test
    void theBodysSubscriptionIsCancelledAndTheSubscriberIsTold() {
        run((jobs, locks) -> {
            AtomicInteger cancelled = new AtomicInteger();
            Disposable unused = jobs.interrupt(() -> body.asMono().doOnCancel(cancelled::incrementAndGet))
                    .subscribe(value -> {}, failure::set);
            locks.handle("job").lose();
            assertThat(cancelled).hasValue(1);
            assertThat(failure.get()).isInstanceOf(LockLostException.class);
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void theSubscriberIsToldAtOnceThoughTheReleaseGetsNoAnswer() {
        run((jobs, locks) -> {
            locks.releases = new CompletableFuture<>();
            Disposable unused = jobs.interrupt(body::asMono).subscribe(value -> {}, failure::set);
            locks.handle("job").lose();
            assertThat(failure.get()).isInstanceOf(LockLostException.class);
        });
    }

    @Test
    void aLossAfterTheEndIsNoErrorThatNobodyHears() {
        run((jobs, locks) -> {
            AtomicReference<@Nullable FakeLockHandle> handle = new AtomicReference<>();
            Mono<String> mono = jobs.interrupt(() -> {
                handle.set(locks.handle("job"));
                return Mono.just("done");
            });
            assertThat(mono.block(LIMIT)).isEqualTo("done");
            FakeLockHandle ended = handle.get();
            assertThat(ended).isNotNull();
            ended.lose();
        });
    }

    @Test
    void aLockThatIsLostAtOnceRunsNoBody() {
        run((jobs, locks) -> {
            locks.losesAtOnce = true;
            Mono<String> mono = jobs.fail(() -> {
                throw new AssertionError("ran");
            });
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> mono.block(LIMIT))
                    .withMessageContaining("it did not run");
        });
    }

    @Test
    void withFailTheSubscriberIsToldAtTheEnd() {
        run((jobs, locks) -> {
            Disposable unused = jobs.fail(body::asMono).subscribe(value -> {}, failure::set);
            locks.handle("job").lose();
            assertThat(failure).hasNullValue();
            body.tryEmitValue("done").orThrow();
            assertThat(failure.get()).isInstanceOf(LockLostException.class);
        });
    }

    @Test
    void withReportItIsOnlyWarnedOf(CapturedOutput output) {
        run((jobs, locks) -> {
            CompletableFuture<String> result = jobs.report(body::asMono).toFuture();
            locks.handle("job").lose();
            body.tryEmitValue("done").orThrow();
            assertThat(result).isCompletedWithValue("done");
        });
        assertThat(output).contains("WARN").contains("was lost while the method ran (TAKEN_OVER)");
    }

    static class Jobs {

        @DistributedLock("'job'")
        public Mono<String> interrupt(Supplier<Mono<String>> body) {
            return body.get();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.FAIL)
        public Mono<String> fail(Supplier<Mono<String>> body) {
            return body.get();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.REPORT)
        public Mono<String> report(Supplier<Mono<String>> body) {
            return body.get();
        }
    }
}
