package io.github.dynamolock.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Which of the steps that are offered is tried: one client after the other should get somewhere, and be disturbed there. */
final class Odds {

    private Odds() {}

    static Step draw(List<Step> offered, Random random) {
        List<Step> first = new ArrayList<>();
        int sum = 0;
        for (Step step : offered) {
            // Of several that an event can lead to, the first stands for all.
            boolean known = step.action() != Action.RELEASE
                    && first.stream().anyMatch(s -> s.action() == step.action() && s.who() == step.who());
            if (!known) {
                first.add(step);
                sum += weight(step.action());
            }
        }
        int at = random.nextInt(sum);
        for (Step step : first) {
            at -= weight(step.action());
            if (at < 0) {
                return step;
            }
        }
        throw new IllegalStateException("nothing was offered");
    }

    private static int weight(Action action) {
        return switch (action) {
            case DELIVER, ANSWER, ANSWER_RESENT -> 30;
            case BEGIN, LOOK, RESEND -> 20;
            case TICK -> 16;
            case RENEW, DELIVER_TWICE, LATE, LATE_TWICE, LEAVE -> 8;
            case TIMEOUT, TIMEOUT_LATE -> 6;
            case RELEASE, LOSE -> 4;
            case GIVE_UP -> 2;
            default -> 1;
        };
    }
}
