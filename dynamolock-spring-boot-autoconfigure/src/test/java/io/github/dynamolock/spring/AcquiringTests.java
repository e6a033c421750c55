package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The locks of a call on several keys, waited for without a thread. */
class AcquiringTests {

    private final CompletableFuture<@Nullable String> body = new CompletableFuture<>();

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void theyAreAcquiredInOrderAndReleasedInReverse() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> result = jobs.all(List.of("b", "a", "b"), () -> body);
            body.complete("done");
            assertThat(result).isCompletedWithValue("done");
            assertThat(locks.events).containsExactly("acquireAsync a", "acquireAsync b", "release b", "release a");
        });
    }

    @Test
    void whenOneIsNotGrantedThoseBeforeItAreGivenBackBeforeTheCallerIsTold() {
        run((jobs, locks) -> {
            assertThat(locks.tryAcquire(LockRequest.forKey("b").build())).isPresent();
            CompletableFuture<@Nullable Void> released = new CompletableFuture<>();
            locks.releases = released;
            CompletableFuture<@Nullable String> result = jobs.all(List.of("a", "b"), () -> body);
            assertThat(result).isNotDone();
            released.complete(null);
            assertThat(result.handle((value, failure) -> failure))
                    .isCompletedWithValueMatching(LockNotGrantedException.class::isInstance);
            assertThat(locks.events).containsExactly("tryAcquire b", "acquireAsync a", "release a");
        });
    }

    @Test
    void cancellingBetweenTwoOfThemAsksForNoMoreAndGivesTheFirstBack() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            CompletableFuture<@Nullable String> result = jobs.all(List.of("a", "b"), () -> body);
            locks.hanging.keySet().forEach(asked -> {
                CompletableFuture<?> unused = asked.thenRun(() -> result.cancel(true));
            });
            locks.hangs = null;
            locks.answerHanging();
            assertThat(locks.events).containsExactly("acquireAsync a", "release a");
            assertThat(locks.requests).hasSize(1);
        });
    }

    @Test
    void cancellingWhileItWaitsForTheSecondGivesTheFirstBack() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            CompletableFuture<@Nullable String> result = jobs.all(List.of("a", "b"), () -> body);
            locks.answerHanging();
            assertThat(locks.hanging).hasSize(2);
            result.cancel(true);
            assertThat(locks.hanging.keySet())
                    .allSatisfy(asked -> assertThat(asked).isDone());
            assertThat(locks.events).containsExactly("acquireAsync a", "release a");
        });
    }

    @Test
    void theFirstWaitsAsLongAsTheClientAndTheOthersForWhatIsLeft() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> unused = jobs.all(List.of("a", "b"), () -> body);
            assertThat(locks.requests.get(0).waitTime()).isEmpty();
            assertThat(locks.requests.get(1).waitTime())
                    .hasValueSatisfying(wait -> assertThat(wait).isPositive().isLessThan(Duration.ofSeconds(10)));
            assertThat(locks.requests).noneMatch(LockRequest::reentrant);
        });
    }

    static class Jobs {

        @DistributedLock("#keys")
        public CompletableFuture<@Nullable String> all(
                List<String> keys, Supplier<CompletableFuture<@Nullable String>> body) {
            return body.get();
        }
    }
}
