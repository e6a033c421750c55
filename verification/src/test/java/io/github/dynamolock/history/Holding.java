package io.github.dynamolock.history;

import io.github.dynamolock.history.Entry.Operation;
import io.github.dynamolock.history.Fault.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that is known of one hold. */
final class Holding {

    private final Entry grant;
    private final List<Entry> held = new ArrayList<>();
    private @Nullable Entry release;
    private @Nullable Entry loss;

    Holding(Entry grant) {
        this.grant = grant;
    }

    Entry grant() {
        return grant;
    }

    /** What shows that it was held: the telling of a loss shows only that it is not any more. */
    Stream<Entry> all() {
        return Stream.concat(Stream.of(grant), Stream.concat(held.stream(), Stream.ofNullable(release)));
    }

    Optional<Fault> add(Entry entry) {
        if (!entry.process().equals(grant.process())) {
            return Checker.fault(Reason.BY_ANOTHER, grant, entry);
        }
        if (entry.answered() < grant.invoked()) {
            return Checker.fault(Reason.BEFORE_GRANT, grant, entry);
        }
        if (entry.operation() == Operation.HELD) {
            held.add(entry);
        } else if (entry.operation() == Operation.RELEASE) {
            if (release != null) {
                return Checker.fault(Reason.RELEASED_TWICE, release, entry);
            }
            release = entry;
        } else {
            if (loss != null) {
                return Checker.fault(Reason.LOST_TWICE, loss, entry);
            }
            loss = entry;
        }
        return Optional.empty();
    }

    Optional<Fault> check() {
        for (Entry entry : held) {
            if (release != null && release.answered() < entry.invoked()) {
                return Checker.fault(Reason.HELD_AFTER_RELEASE, release, entry);
            }
            if (loss != null && loss.answered() < entry.invoked()) {
                return Checker.fault(Reason.HELD_AFTER_LOSS, loss, entry);
            }
        }
        if (loss != null && release != null && loss.answered() < release.invoked()) {
            return Checker.fault(Reason.HELD_AFTER_LOSS, loss, release);
        }
        return Optional.empty();
    }
}
