package io.github.dynamolock.verification;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.Term;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * When a process leads by its elector's own word: asked again and again, each yes a line in a file, written through so that
 * a kill loses none. The times are the monotonic clock of the machine, which all its processes share (CLOCK_MONOTONIC).
 */
final class TermLog {

    private static final long BETWEEN_NANOS = 1_000_000L;

    private TermLog() {}

    /**
     * A time in which a process certainly led without a break: from after the first yes to before the last one.
     *
     * @param process whose word it is
     */
    record Span(String process, long token, long from, long to) {

        boolean overlaps(Span other) {
            return from <= other.to && other.from <= to;
        }
    }

    /** Asks and writes until the process ends. */
    static void write(LeaderElector elector, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            while (elector.state() != LeaderElector.State.CLOSED) {
                long before = System.nanoTime();
                Optional<Term> term = elector.term();
                long after = System.nanoTime();
                if (term.isPresent()) {
                    String line = term.get().fencingToken() + " " + before + " " + after + "\n";
                    out.write(line.getBytes(StandardCharsets.US_ASCII));
                }
                LockSupport.parkNanos(BETWEEN_NANOS);
            }
        }
    }

    /** The spans in the file of a process. A term that had only one yes has none. */
    static List<Span> read(Path file) throws IOException {
        return spans(file.getFileName().toString(), Files.readAllLines(file, StandardCharsets.US_ASCII));
    }

    static List<Span> spans(String process, List<String> lines) {
        Map<Long, Span> terms = new LinkedHashMap<>();
        for (String line : lines) {
            String[] parts = line.split(" ", -1);
            if (parts.length == 3) {
                long token = Long.parseLong(parts[0]);
                Span yes = new Span(process, token, Long.parseLong(parts[2]), Long.parseLong(parts[1]));
                terms.merge(token, yes, (known, more) -> new Span(process, token, known.from, more.to));
            }
        }
        return terms.values().stream().filter(span -> span.from <= span.to).toList();
    }

    /** Pairs of spans of different processes that have an instant in common. */
    static List<List<Span>> overlaps(List<Span> spans) {
        List<List<Span>> found = new ArrayList<>();
        for (Span one : spans) {
            for (Span other : spans) {
                if (one.process.compareTo(other.process) < 0 && one.overlaps(other)) {
                    found.add(List.of(one, other));
                }
            }
        }
        return found;
    }
}
