package io.github.dynamolock.verification.interop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Notes who was inside which locked section, and when; knows nothing of the locks. One clock stamps everything.
 *
 * <p>A section lasts as long as its holder could believe in its lock: a holder asks for the time, then asks its client
 * whether the lock is still held, and only then reports that it was inside at that time. So a holder that is slow or has
 * crashed is neither blamed for what came after its lease, nor excused for anything before. Thread-safe.
 */
final class Sections {

    /** Which side of a fleet a holder belongs to. */
    enum Side {
        OURS,
        THEIRS
    }

    private static final class Section {
        final String key;
        final Side side;
        final String process;
        final long token;
        final long from;
        long until;
        boolean crashed;
        boolean ended;

        Section(String key, Side side, String process, long token, long from) {
            this.key = key;
            this.side = side;
            this.process = process;
            this.token = token;
            this.from = from;
            this.until = from;
        }
    }

    private final List<Section> sections = new ArrayList<>();

    long now() {
        return System.nanoTime();
    }

    /** Someone was granted a lock; the token is 0 where there is none. */
    synchronized int enter(String key, Side side, String process, long token) {
        sections.add(new Section(key, side, process, token, now()));
        return sections.size() - 1;
    }

    /** The holder was inside at this time. */
    synchronized void still(int id, long at) {
        Section section = sections.get(id);
        section.until = Math.max(section.until, at);
    }

    /** The holder leaves; when crashed, without a release. */
    synchronized void leave(int id, boolean crashed) {
        sections.get(id).ended = true;
        sections.get(id).crashed = crashed;
    }

    /**
     * All holders in a process were killed. Nobody can say any more when each renewed last, but none before it came in:
     * its section lasts the lease from there. A part of it is allowed for the way from the table to the notice.
     */
    synchronized void killed(String process, Duration lease) {
        for (Section section : sections) {
            if (section.process.equals(process) && !section.ended) {
                section.ended = true;
                section.crashed = true;
                section.until = Math.max(section.until, section.from + lease.toNanos() * 3 / 4);
            }
        }
    }

    /** What was seen, all sections taken together. */
    synchronized Summary summary() {
        Map<String, List<Section>> byKey = new TreeMap<>();
        for (Section section : sections) {
            byKey.computeIfAbsent(section.key, key -> new ArrayList<>()).add(section);
        }
        Tally tally = new Tally();
        byKey.values().forEach(tally::add);
        return tally.summary();
    }

    private static final class Tally {
        private final Map<Side, Integer> grants = new TreeMap<>();
        private final Map<Side, Integer> handOvers = new TreeMap<>();
        private final Map<Side, Integer> takeovers = new TreeMap<>();
        private final List<String> overlaps = new ArrayList<>();
        private final List<String> tokenFaults = new ArrayList<>();

        void add(List<Section> ofOneKey) {
            ofOneKey.sort(Comparator.comparingLong(section -> section.from));
            Section previous = null;
            Section longest = null;
            long token = 0;
            for (Section section : ofOneKey) {
                grants.merge(section.side, 1, Integer::sum);
                if (previous != null && previous.side != section.side) {
                    handOvers.merge(section.side, 1, Integer::sum);
                }
                if (previous != null && previous.crashed) {
                    takeovers.merge(section.side, 1, Integer::sum);
                }
                if (longest != null && section.from < longest.until) {
                    overlaps.add(section.key + ": " + section.process + " came in "
                            + (longest.until - section.from) / 1_000_000.0 + " ms before " + longest.process
                            + (longest.crashed ? " (crashed)" : "") + " was out");
                }
                if (section.side == Side.OURS) {
                    if (section.token <= token) {
                        tokenFaults.add(section.key + ": " + section.token + " after " + token);
                    }
                    token = section.token;
                }
                previous = section;
                longest = longest == null || section.until > longest.until ? section : longest;
            }
        }

        Summary summary() {
            return new Summary(
                    grants.getOrDefault(Side.OURS, 0),
                    grants.getOrDefault(Side.THEIRS, 0),
                    handOvers.getOrDefault(Side.THEIRS, 0),
                    handOvers.getOrDefault(Side.OURS, 0),
                    takeovers.getOrDefault(Side.OURS, 0),
                    takeovers.getOrDefault(Side.THEIRS, 0),
                    List.copyOf(overlaps),
                    List.copyOf(tokenFaults));
        }
    }

    /**
     * A fleet in numbers.
     *
     * @param ours our grants
     * @param theirs the other client's grants
     * @param oursToTheirs how often a lock went from us to the other client
     * @param theirsToOurs how often it came back
     * @param takenOverByUs our grants after a crash
     * @param takenOverByThem theirs after a crash
     * @param overlaps pairs of sections that overlapped
     * @param tokenFaults our tokens that did not grow
     */
    record Summary(
            int ours,
            int theirs,
            int oursToTheirs,
            int theirsToOurs,
            int takenOverByUs,
            int takenOverByThem,
            List<String> overlaps,
            List<String> tokenFaults) {

        String line(String fleet, Duration time) {
            return String.format(
                    "%s: %d s, grants %d ours and %d theirs, hand-overs %d ours to theirs and %d back, takeovers after a"
                            + " crash %d by us and %d by them, overlaps %d, tokens out of order %d",
                    fleet,
                    time.toSeconds(),
                    ours,
                    theirs,
                    oursToTheirs,
                    theirsToOurs,
                    takenOverByUs,
                    takenOverByThem,
                    overlaps.size(),
                    tokenFaults.size());
        }
    }
}
