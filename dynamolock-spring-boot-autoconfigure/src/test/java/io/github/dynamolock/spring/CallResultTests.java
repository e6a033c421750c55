package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;

/** Methods whose end can't be known, or that can't be given back what they return. */
class CallResultTests {

    private static void fails(Class<?> bean, String... messages) {
        LockTestContext.runner().withBean(bean).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .rootCause()
                    .isInstanceOf(InvalidLockAnnotationException.class)
                    .hasMessageContainingAll(messages);
        });
    }

    @Test
    void aFutureOfAnotherTypeIsRefused() {
        fails(OwnFuture.class, "returns FutureTask", "Return CompletableFuture, CompletionStage or Future");
    }

    @Test
    void aPublisherOfAnotherTypeIsRefused() {
        fails(OwnPublisher.class, "returns Numbers", "would have to be given another publisher");
        fails(OwnFlux.class, "returns ConnectableFlux", "Return Mono, Flux, Publisher");
    }

    static class OwnFuture {

        @DistributedLock("'job'")
        public FutureTask<String> task() {
            return new FutureTask<>(() -> "never");
        }
    }

    static class OwnPublisher {

        @DistributedLock("'job'")
        public Numbers numbers() {
            return new Numbers();
        }
    }

    static class OwnFlux {

        @DistributedLock("'job'")
        public ConnectableFlux<Integer> numbers() {
            return Flux.just(1).publish();
        }
    }

    static final class Numbers implements Publisher<Integer> {

        @Override
        public void subscribe(Subscriber<? super Integer> subscriber) {
            Flux.just(1).subscribe(subscriber);
        }
    }
}
