package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LeaderCallbacksTests {

    private final List<String> done = new ArrayList<>();
    private final List<Runnable> executed = new ArrayList<>();

    @Test
    void addingDoesNothingAndRunningDoesItAllInOrderAndOnce() {
        LeaderCallbacks callbacks = new LeaderCallbacks(List.of(), Runnable::run);
        callbacks.add(() -> done.add("1"));
        callbacks.add(() -> done.add("2"));
        assertThat(done).isEmpty();
        callbacks.run();
        callbacks.run();
        assertThat(done).containsExactly("1", "2");
    }

    @Test
    void whatIsAddedMeanwhileComesAfterItAndNeedsNoSecondThread() {
        LeaderCallbacks callbacks = new LeaderCallbacks(List.of(), executed::add);
        callbacks.add(() -> {
            callbacks.add(() -> done.add("2"));
            callbacks.run();
            assertThat(callbacks.isRunner()).isTrue();
            done.add("1");
        });
        callbacks.run();
        callbacks.run();
        assertThat(executed).hasSize(1);
        assertThat(callbacks.isRunner()).isFalse();
        executed.remove(0).run();
        assertThat(done).containsExactly("1", "2");
        assertThat(executed).isEmpty();
        assertThat(callbacks.isRunner()).isFalse();
    }

    @Test
    void eachListenerIsToldWhateverAnotherThrows() {
        LeadershipListener throwing = new LeadershipListener() {
            @Override
            public void granted(Term term) {
                throw new StackOverflowError();
            }
        };
        LeadershipListener second = new LeadershipListener() {
            @Override
            public void granted(Term term) {
                done.add("told");
            }
        };
        LeaderCallbacks callbacks =
                new LeaderCallbacks(List.of(throwing, new LeadershipListener() {}, second), Runnable::run);
        callbacks.tell(listener -> listener.granted(new Term(1, Instant.EPOCH)));
        callbacks.add(() -> done.add("after"));
        callbacks.run();
        assertThat(done).containsExactly("told", "after");
    }

    @Test
    void anExecutorThatRefusesLeavesItToTheCaller() {
        LeaderCallbacks callbacks = new LeaderCallbacks(List.of(), task -> {
            throw new RejectedExecutionException();
        });
        callbacks.add(() -> done.add("1"));
        callbacks.run();
        callbacks.add(() -> done.add("2"));
        callbacks.run();
        assertThat(done).containsExactly("1", "2");
    }
}
