package io.github.dynamolock.verification.peers;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A process that uses one lock client. Times are in microseconds, points in time since the epoch, which all processes of a machine
 * share.
 *
 * <ul>
 *   <li>{@code cycles same|fresh N}: acquires and releases; answers how long each took
 *   <li>{@code hold KEY}, {@code release KEY}: answers when the release began
 *   <li>{@code attempts KEY N}: in vain; answers how long each took
 *   <li>{@code wait KEY WAITERS CLIENTS}, {@code drained}: answers when the first was granted and the last had released
 *   <li>{@code acquire PREFIX N}: answers the bytes of heap for each; {@code usage}: the processor nanoseconds and threads until
 *       now; {@code lost}: how many it believes to have lost; {@code free}
 * </ul>
 */
final class PeerWorker {
    private final PeerKind kind;
    private final Sdk sdk;
    private final Peer peer;
    private final Map<String, Peer.Lock> holds = new HashMap<>();
    private final List<Peer> more = new ArrayList<>();
    private @Nullable Waiters waiters;
    private @Nullable ManyHolds many;

    private PeerWorker(PeerKind kind, Sdk sdk) {
        this.kind = kind;
        this.sdk = sdk;
        this.peer = kind.open(sdk);
    }

    public static void main(String[] arguments) throws Exception {
        Program.answer(new PeerWorker(PeerKind.valueOf(arguments[0]), Sdk.of(URI.create(arguments[1])))::answer);
    }

    private Object answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "cycles" -> cycles(words[1].equals("fresh"), Integer.parseInt(words[2]));
            case "hold" -> {
                holds.put(words[1], peer.attempt(words[1]).orElseThrow());
                yield "";
            }
            case "release" -> release(words[1]);
            case "attempts" -> attempts(words[1], Integer.parseInt(words[2]));
            case "wait" -> {
                waiters = Waiters.start(clients(Integer.parseInt(words[3])), words[1], Integer.parseInt(words[2]));
                yield "";
            }
            case "drained" -> waiters().drained();
            case "acquire" -> {
                ManyHolds holding = new ManyHolds();
                many = holding;
                yield holding.acquire(peer, words[1], Integer.parseInt(words[2]));
            }
            case "usage" ->
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
                        + " "
                        + ManagementFactory.getThreadMXBean().getThreadCount();
            case "lost" -> many().lost();
            case "free" -> {
                many().release();
                yield "";
            }
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private String cycles(boolean fresh, int count) throws Exception {
        String key = "cycle-" + UUID.randomUUID();
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String each = fresh ? key + i : "cycle";
            long start = System.nanoTime();
            peer.attempt(each).orElseThrow().release();
            micros.add((System.nanoTime() - start) / 1000);
        }
        return joined(micros);
    }

    private String attempts(String key, int count) throws Exception {
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            if (peer.attempt(key).isPresent()) {
                throw new IllegalStateException(kind.label() + " granted a lock that is held: " + key);
            }
            micros.add((System.nanoTime() - start) / 1000);
        }
        return joined(micros);
    }

    private long release(String key) throws Exception {
        Peer.Lock lock = holds.remove(key);
        long micros = now();
        if (lock == null) {
            throw new IllegalStateException("not held: " + key);
        }
        lock.release();
        return micros;
    }

    /** The first is the process's own, the others are opened when first needed. */
    private List<Peer> clients(int count) {
        while (more.size() < count - 1) {
            more.add(kind.open(sdk));
        }
        List<Peer> all = new ArrayList<>(List.of(peer));
        all.addAll(more.subList(0, count - 1));
        return all;
    }

    private Waiters waiters() {
        if (waiters == null) {
            throw new IllegalStateException("nobody waits");
        }
        return waiters;
    }

    private ManyHolds many() {
        if (many == null) {
            throw new IllegalStateException("nothing is held");
        }
        return many;
    }

    private static String joined(List<Long> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
