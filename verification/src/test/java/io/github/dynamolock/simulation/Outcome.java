package io.github.dynamolock.simulation;

import java.util.List;
import java.util.Map;

/**
 * What came of a schedule.
 *
 * @param hash of everything that happened
 * @param events how many things happened
 * @param kept how many locks were released before their shortest hold was over
 * @param struck which faults befell which calls
 * @param lines everything that happened, to read, if that was asked for
 */
record Outcome(
        Plan plan,
        long hash,
        List<Violation> violations,
        long grants,
        long losses,
        long kept,
        long events,
        Coverage coverage,
        Map<Long, Fault> struck,
        List<String> lines) {}
