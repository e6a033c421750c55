package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which fault befalls which call: as its own random sequence says, or as the plan does. */
final class Strikes {

    private static final double SECOND_LOSS = 0.5;

    /** How much less often than the rare ones calls of a kind are struck by each of the rare faults. */
    private static final Map<Operation, Double> SHARES = new EnumMap<>(Map.of(
            Operation.GET, 0.06,
            Operation.ACQUIRE, 0.3,
            Operation.STEAL, 1.0,
            Operation.HEARTBEAT, 0.25,
            Operation.RELEASE, 0.5,
            Operation.CLOSE, 1.0,
            Operation.DESCRIBE, 1.0,
            Operation.TX_FENCE, 1.0));

    private final Plan plan;
    private final Map<Operation, List<Fault>> rare = new EnumMap<>(Operation.class);
    private final Map<Long, Fault> struck = new TreeMap<>();

    Strikes(Plan plan) {
        this.plan = plan;
        for (Operation operation : Operation.values()) {
            List<Fault> all = new ArrayList<>();
            for (Fault fault : Fault.values()) {
                if (isRare(fault) && fault.impossibleFor(operation) == null) {
                    all.addAll(Collections.nCopies(weight(fault, operation), fault));
                }
            }
            rare.put(operation, all);
        }
    }

    /** How much more often than others: those that befall few schedules, or calls of which there are few. */
    private static int weight(Fault fault, Operation operation) {
        return switch (fault) {
            case ROW_DELETED, ROW_CORRUPT, ROW_FOREIGN ->
                switch (operation) {
                    case CLOSE -> 8;
                    case TX_FENCE -> 5;
                    case GET, STEAL, HEARTBEAT -> 2;
                    default -> 1;
                };
            case STALE -> 4;
            case INTERRUPTED ->
                switch (operation) {
                    case DESCRIBE, TX_FENCE -> 6;
                    case HEARTBEAT, RELEASE -> 4;
                    default -> 2;
                };
            case WALL_FORWARD, WALL_BACK ->
                switch (operation) {
                    case CLOSE -> 3;
                    case DESCRIBE, TX_FENCE -> 2;
                    default -> 1;
                };
            case REQUEST_LATE -> operation == Operation.CLOSE ? 2 : 1;
            default -> 1;
        };
    }

    private boolean isRare(Fault fault) {
        return switch (fault) {
            case REQUEST_LOST, REPLY_LOST, DUPLICATED -> false;
            case ROW_DELETED, ROW_CORRUPT, ROW_FOREIGN -> plan.settings().meddling();
            case STALE -> plan.settings().staleReads();
            case WALL_FORWARD, WALL_BACK -> !plan.settings().wallClocksAgree();
            default -> fault.strikes;
        };
    }

    @Nullable
    Fault on(long number, Operation operation, SplittableRandom draw) {
        Fault drawn = draw(operation, draw);
        Map<Long, Fault> planned = plan.strikes();
        Fault fault = planned == null ? drawn : planned.get(number);
        if (fault != null && fault.impossibleFor(operation) != null) {
            return null;
        }
        if (fault != null) {
            struck.put(number, fault);
        }
        return fault;
    }

    private @Nullable Fault draw(Operation operation, SplittableRandom draw) {
        Settings settings = plan.settings();
        double x = draw.nextDouble();
        double y = draw.nextDouble();
        int which = draw.nextInt(Integer.MAX_VALUE);
        if (x < settings.lossRate()) {
            return y < SECOND_LOSS ? Fault.REQUEST_LOST : Fault.REPLY_LOST;
        }
        if (y < settings.duplicateRate()) {
            return Fault.DUPLICATED;
        }
        List<Fault> all = rare.getOrDefault(operation, List.of());
        double rate = settings.rareRate() * SHARES.getOrDefault(operation, 1.0) * all.size();
        return draw.nextDouble() < rate ? all.get(which % all.size()) : null;
    }

    Map<Long, Fault> struck() {
        return struck;
    }
}
