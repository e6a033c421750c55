package io.github.dynamolock.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.exporter.FinishedSpan;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** Observations as spans, kept in memory, and shown as the tree that they make. */
public final class TestTraces {

    private final SimpleTracer tracer = new SimpleTracer();
    private final ObservationRegistry registry = ObservationRegistry.create();

    public TestTraces() {
        registry.observationConfig().observationHandler(new DefaultTracingObservationHandler(tracer));
    }

    public ObservationRegistry registry() {
        return registry;
    }

    /** Runs this inside a span of this name. */
    public <T> T inside(String name, Supplier<T> work) {
        return Observation.createNotStarted(name, registry).observe(work);
    }

    /** A span that begins and ends here, inside the current one. */
    public void mark(String name) {
        Observation.createNotStarted(name, registry).observe(() -> {});
    }

    /** The spans that have ended, each line one, inner ones further in, once there are that many. */
    public String tree(int spans) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> finished().size() >= spans);
        StringBuilder tree = new StringBuilder();
        List<SimpleSpan> all = finished();
        for (SimpleSpan span : all) {
            if (all.stream().noneMatch(other -> other.getSpanId().equals(span.getParentId()))) {
                write(span, all, "", tree);
            }
        }
        return tree.toString();
    }

    private static void write(SimpleSpan span, List<SimpleSpan> all, String indent, StringBuilder to) {
        to.append(indent).append(span.getName());
        Map<String, String> tags = new TreeMap<>(span.getTags());
        if (!tags.isEmpty()) {
            to.append(' ').append(tags);
        }
        List<String> events = span.getEvents().stream().map(Map.Entry::getValue).toList();
        if (!events.isEmpty()) {
            to.append(' ').append(events);
        }
        if (span.getError() != null) {
            to.append(" failed with ").append(span.getError().getClass().getSimpleName());
        }
        to.append('\n');
        for (SimpleSpan child : all) {
            if (span.getSpanId().equals(child.getParentId())) {
                write(child, all, indent + "  ", to);
            }
        }
    }

    private List<SimpleSpan> finished() {
        List<SimpleSpan> all = new ArrayList<>(tracer.getSpans());
        all.removeIf(span -> span.getEndTimestamp().toEpochMilli() == 0);
        all.sort(java.util.Comparator.comparing(FinishedSpan::getStartTimestamp));
        return all;
    }
}
