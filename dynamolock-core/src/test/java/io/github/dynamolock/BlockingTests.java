package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockingTests {

    private static Throwable thrownFor(Throwable failure) {
        return catchThrowable(() -> Blocking.await(CompletableFuture.failedFuture(failure)));
    }

    @Test
    void aFailureOfOursComesWithTheStackOfWhoWaits() {
        LockException failure = new LockException("no lock", null);
        failure.setStackTrace(new StackTraceElement[0]);

        assertThat(thrownFor(failure)).isSameAs(failure);
        assertThat(failure.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(BlockingTests.class.getName()));
    }

    @Test
    void anErrorAndWhatIsUncheckedComeAsTheyAre() {
        Error error = new NoClassDefFoundError("gone");
        RuntimeException unchecked = new IllegalArgumentException("bad");

        assertThat(thrownFor(error)).isSameAs(error);
        assertThat(thrownFor(unchecked)).isSameAs(unchecked);
    }

    @Test
    void whatIsCheckedIsACause() {
        IOException checked = new IOException("no answer");

        assertThat(thrownFor(checked)).isInstanceOf(IllegalStateException.class).hasCause(checked);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptOfWhoMustWaitIsKept(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        CompletableFuture<String> later = CompletableFuture.supplyAsync(() -> "done");

        assertThat(Blocking.awaitUninterruptibly(later)).isEqualTo("done");
        assertThat(Thread.interrupted()).isEqualTo(interrupted);
    }
}
