package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GuardedListenersTests {

    private static final HeldLock LOCK = new HeldLock(
            "k", null, "me", 7, Instant.EPOCH, Duration.ZERO, Duration.ofSeconds(1), Instant.EPOCH, 0, "main");
    private static final LockInfo INFO =
            new LockInfo("k", "someone", Duration.ofSeconds(20), "x:1", false, 7, null, Map.of(), LockInfo.State.HELD);

    private static final EventLog EVENTS = new EventLog("me");

    private final List<String> calls = new ArrayList<>();

    private static void everyEvent(LockListener listeners) {
        LockRequest request = LockRequest.forKey("k").build();
        listeners.granted(LOCK, Duration.ZERO);
        listeners.contended(request, INFO);
        listeners.notGranted(request, new IllegalStateException(), Duration.ZERO);
        listeners.renewed(LOCK, Duration.ZERO);
        listeners.renewalFailed(LOCK, new IllegalStateException());
        listeners.lost(LOCK, new LockLoss(LockLoss.Reason.EXPIRED, null));
        listeners.released(LOCK);
        listeners.requested(new TableRequest(null, "GetItem", TableRequest.Outcome.SUCCEEDED));
    }

    private static List<String> eventNames() {
        return Stream.of(LockListener.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(Method::getName)
                .sorted()
                .toList();
    }

    private static LockListener listener(Consumer<String> onEvent) {
        return (LockListener) Proxy.newProxyInstance(
                LockListener.class.getClassLoader(),
                new Class<?>[] {LockListener.class},
                (proxy, method, arguments) -> {
                    onEvent.accept(method.getName());
                    return null;
                });
    }

    @Test
    void everyListenerHearsEveryEventInTheOrderOfTheListeners() {
        everyEvent(new GuardedListeners(
                EVENTS,
                List.of(listener(name -> calls.add("1" + name)), listener(name -> calls.add("2" + name))),
                Runnable::run));
        assertThat(calls)
                .hasSize(2 * eventNames().size())
                .startsWith("1granted", "2granted", "1contended", "2contended");
        assertThat(calls.stream()
                        .filter(call -> call.startsWith("1"))
                        .map(call -> call.substring(1))
                        .sorted())
                .isEqualTo(eventNames());
    }

    @Test
    void whatOneListenerThrowsNeitherEscapesNorSilencesTheOthers() {
        everyEvent(new GuardedListeners(
                EVENTS,
                List.of(
                        listener(name -> {
                            throw new IllegalStateException("thrown by a listener");
                        }),
                        listener(name -> {
                            throw new StackOverflowError();
                        }),
                        listener(calls::add)),
                Runnable::run));
        assertThat(calls.stream().sorted()).isEqualTo(eventNames());
    }

    @Test
    void aListenerNeedsToHearOnlyWhatItWants() {
        everyEvent(new GuardedListeners(EVENTS, List.of(new LockListener() {}), Runnable::run));
        everyEvent(new GuardedListeners(EVENTS, List.of(), Runnable::run));
    }

    @Test
    void aListenerThatIsAddedLaterHearsWhatComesThenAndOnlyOnce() {
        GuardedListeners listeners = new GuardedListeners(EVENTS, List.of(), Runnable::run);
        listeners.released(LOCK);
        LockListener late = listener(calls::add);
        listeners.add(late);
        listeners.add(late);
        listeners.released(LOCK);
        assertThat(calls).containsExactly("released");
    }
}
