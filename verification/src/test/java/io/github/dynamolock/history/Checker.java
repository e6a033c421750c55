package io.github.dynamolock.history;

import io.github.dynamolock.history.Entry.Operation;
import io.github.dynamolock.history.Fault.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a lock with fencing tokens can have given a history. Tokens are unique and grow, so they say in which order
 * everything must have happened: grant, held, release of the smallest, then of the next. What is left is to see that no
 * operation was answered before one that must come earlier was asked: a sort, and one pass.
 *
 * <p>An operation whose outcome nobody knows may have happened at any time after it was asked, or never; and so may the end
 * of a hold that was not released. Neither excludes anything.
 */
public final class Checker {

    private Checker() {}

    /** The faults found, at most one for each key; none when the history is good. */
    public static List<Fault> check(List<Entry> history) {
        Map<String, List<Entry>> byKey = history.stream().collect(Collectors.groupingBy(Entry::key));
        List<Fault> faults = new ArrayList<>();
        for (List<Entry> entries : byKey.values()) {
            ofKey(entries).ifPresent(faults::add);
        }
        return faults;
    }

    private static Optional<Fault> ofKey(List<Entry> entries) {
        TreeMap<Long, Holding> holdings = new TreeMap<>();
        for (Entry entry : entries) {
            if (entry.answered() < entry.invoked()) {
                return fault(Reason.ANSWER_BEFORE_CALL, entry);
            }
            if (entry.is(Operation.ACQUIRE)) {
                if (entry.token() <= 0) {
                    return fault(Reason.BAD_TOKEN, entry);
                }
                Holding twin = holdings.put(entry.token(), new Holding(entry));
                if (twin != null) {
                    return fault(Reason.TOKEN_TWICE, twin.grant(), entry);
                }
            }
        }
        for (Entry entry : entries) {
            boolean counts = entry.outcome() == Entry.Outcome.OK && entry.operation() != Operation.ACQUIRE;
            if (counts) {
                Holding holding = holdings.get(entry.token());
                if (holding == null) {
                    return fault(Reason.NEVER_GRANTED, entry);
                }
                Optional<Fault> fault = holding.add(entry);
                if (fault.isPresent()) {
                    return fault;
                }
            }
        }
        for (Holding holding : holdings.values()) {
            Optional<Fault> fault = holding.check();
            if (fault.isPresent()) {
                return fault;
            }
        }
        return order(List.copyOf(holdings.values()));
    }

    /** In the order of the tokens, nothing of a later hold is answered before something of an earlier one is asked. */
    private static Optional<Fault> order(List<Holding> holdings) {
        Entry latestGrant = null;
        for (Holding holding : holdings) {
            Entry grant = holding.grant();
            if (latestGrant != null && grant.answered() < latestGrant.invoked()) {
                return fault(Reason.TOKEN_FELL, latestGrant, grant);
            }
            latestGrant = later(latestGrant, grant);
        }
        Entry latest = null;
        for (Holding holding : holdings) {
            Entry grant = holding.grant();
            Entry first =
                    holding.all().min(Comparator.comparingLong(Entry::answered)).orElse(grant);
            if (latest != null && first.answered() < latest.invoked()) {
                return fault(Reason.OVERLAP, latest, first);
            }
            Entry last =
                    holding.all().max(Comparator.comparingLong(Entry::invoked)).orElse(grant);
            latest = later(latest, last);
        }
        return Optional.empty();
    }

    private static Entry later(@Nullable Entry one, Entry other) {
        return one == null || other.invoked() > one.invoked() ? other : one;
    }

    static Optional<Fault> fault(Reason reason, Entry... entries) {
        List<String> lines = new ArrayList<>();
        for (Entry entry : entries) {
            lines.add(entry.line());
        }
        return Optional.of(new Fault(reason, String.join(" / ", lines)));
    }
}
