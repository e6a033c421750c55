package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.reactivestreams.Publisher;
import org.springframework.util.ClassUtils;

/** An application without Reactor, and without context propagation. Runs on a class path of its own. */
@EnabledIfSystemProperty(named = "dynamolock.test.without-reactor", matches = "true")
class WithoutReactorTests {

    @Test
    void theyAreNotThere() {
        ClassLoader loader = getClass().getClassLoader();
        assertThat(ClassUtils.isPresent("reactor.core.publisher.Flux", loader)).isFalse();
        assertThat(ClassUtils.isPresent("io.micrometer.context.ContextSnapshot", loader))
                .isFalse();
    }

    @Test
    void blockingMethodsAndFuturesWork() {
        LockTestContext.runner().withBean(Jobs.class).run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            assertThat(jobs.blocking()).isEqualTo("job");
            assertThat(jobs.future()).isCompletedWithValue("job");
        });
    }

    @Test
    void publishersAreRefusedAtStartup() {
        refuses(Streams.class, "the method returns Publisher, and io.projectreactor:reactor-core");
        refuses(Flows.class, "the method returns Publisher, and io.projectreactor:reactor-core");
    }

    private static void refuses(Class<?> bean, String message) {
        LockTestContext.runner()
                .withBean(bean)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidLockAnnotationException.class)
                        .hasMessageContaining(message)
                        .hasMessageContaining("Add io.projectreactor:reactor-core"));
    }

    static class Jobs {

        @DistributedLock("'job'")
        public String blocking() {
            return LockContext.current().key();
        }

        @DistributedLock("'job'")
        public CompletableFuture<String> future() {
            return CompletableFuture.completedFuture(LockContext.current().key());
        }
    }

    static class Streams {

        @DistributedLock("'job'")
        public Publisher<String> stream() {
            return subscriber -> {};
        }
    }

    static class Flows {

        @DistributedLock("'job'")
        public Flow.Publisher<String> stream() {
            return subscriber -> {};
        }
    }
}
