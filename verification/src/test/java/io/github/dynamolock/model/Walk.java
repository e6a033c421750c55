package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.APPLIED;
import static io.github.dynamolock.model.State.CALL;
import static io.github.dynamolock.model.State.HOLD;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.STAGE;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * One random trace of clients that are not the model's, beside the model: the model's table answers them, the model's
 * network delays and loses what they send, and each thing that they do must be one that the model's client can do there.
 */
public final class Walk {

    private static final int IDS = State.OLD;
    private static final int RENEWALS = 3;
    private static final int[] WAITS = {0, 1, 2, 3, 8};
    private static final double GONE = 0.15;

    private final Bounds bounds;
    private final Protocol protocol;
    private final List<? extends TracedClient> clients;
    private final Runnable tick;
    private final Kinds kinds;
    private final Random random;

    private final List<String> told = new ArrayList<>();
    private final Set<String> usedNames = new HashSet<>();
    private final long[] answeredTokens = new long[State.CLIENTS];
    private State state = Protocol.initial();
    private Names names = Names.none();
    private long token;
    private List<ClientView> views = List.of();

    /**
     * A trace.
     *
     * @param lease ticks, such as 1.95
     * @param late how many requests can travel although nobody waits for them any more
     * @param tick lets a tick pass on the clients' clocks
     */
    public Walk(
            String lease, int late, List<? extends TracedClient> clients, Runnable tick, Kinds kinds, Random random) {
        Bounds times = Bounds.ours(lease);
        this.bounds = new Bounds(clients.size(), IDS, RENEWALS, late, true, times.belief(), times.patience());
        this.protocol = new Protocol(Variant.OURS, bounds);
        this.clients = clients;
        this.tick = tick;
        this.kinds = kinds;
        this.random = random;
    }

    /** Goes so many steps, or until more holds are spoken of than the model has ids for. */
    public void go(int steps) {
        for (int step = 0; step < steps && state.unusedId(IDS) != 0; step++) {
            List<Step> offered = successors(state);
            offered.forEach(kinds::offer);
            Step event = Odds.draw(offered, random);
            boolean gone = random.nextDouble() < GONE;
            told.add(event.action() + (event.isOfClient() ? " " + Described.name(event.who()) : ""));
            happen(event, gone);
            views = clients.stream().map(TracedClient::view).toList();
            follow(paths(event, offered));
        }
        kinds.ended();
    }

    private List<Step> successors(State from) {
        List<Step> steps = new ArrayList<>();
        protocol.successors(from, (action, who, to) -> steps.add(new Step(action, who, from, to)));
        return steps;
    }

    /** Lets the product have the event; what it makes of it is then in its views. */
    private void happen(Step event, boolean gone) {
        if (event.action() == Action.TICK) {
            tick.run();
        }
        if (!event.isOfClient()) {
            return;
        }
        int who = event.who();
        TracedClient client = clients.get(who);
        switch (event.action()) {
            case BEGIN -> client.begin(WAITS[random.nextInt(WAITS.length)]);
            case DELIVER, DELIVER_TWICE -> client.delivered();
            case ANSWER, ANSWER_RESENT -> {
                boolean applied = event.from().of(who, STAGE) == APPLIED;
                boolean before = event.action() == Action.ANSWER_RESENT;
                client.answered(applied, names.answer(event.from(), who, answeredTokens[who]), before, gone);
            }
            case TIMEOUT, TIMEOUT_LATE -> client.unanswered(gone);
            case RESEND, LOOK -> client.resume();
            case GIVE_UP -> client.giveUp();
            case RENEW -> client.renew();
            case RELEASE -> client.release();
            case LEAVE -> client.leave();
            case CRASH, CRASH_LATE -> client.crash();
            default -> throw new IllegalStateException("no client's: " + event.action());
        }
    }

    /** What the model can do at this event: a step, or two where the product makes up its mind at once. */
    private List<List<Step>> paths(Step event, List<Step> offered) {
        List<List<Step>> paths = new ArrayList<>();
        for (Step step : offered) {
            if (isAnswerTo(event, step)) {
                paths.add(List.of(step));
                boolean waits = step.to().of(step.who(), PHASE) == State.WAITING
                        || step.to().of(step.who(), PHASE) == State.RESENDING;
                boolean noAnswer = step.action() == Action.TIMEOUT || step.action() == Action.TIMEOUT_LATE;
                if (step.isOfClient() && waits && (step.isAnswer() || noAnswer)) {
                    successors(step.to()).stream()
                            .filter(then -> then.isOfClient() && then.who() == step.who())
                            .filter(then ->
                                    then.action() == Action.GIVE_UP || (then.action() == Action.LOOK && noAnswer))
                            .forEach(then -> paths.add(List.of(step, then)));
                }
            }
        }
        return paths;
    }

    private static boolean isAnswerTo(Step event, Step step) {
        boolean pauses = event.action() == Action.RESEND || event.action() == Action.LOOK;
        boolean client = pauses
                || switch (event.action()) {
                    case BEGIN, ANSWER, ANSWER_RESENT, GIVE_UP, RENEW -> true;
                    default -> false;
                };
        if (!client) {
            return step.equals(event);
        }
        boolean kind = pauses
                ? step.action() == Action.RESEND || step.action() == Action.LOOK
                : step.action() == event.action();
        return kind && step.who() == event.who();
    }

    private void follow(List<List<Step>> paths) {
        List<List<Step>> fitting = paths.stream().filter(this::fits).toList();
        if (fitting.isEmpty()) {
            throw difference("the product does what the model can't", paths);
        }
        List<Step> path = fitting.get(random.nextInt(fitting.size()));
        Step last = path.get(path.size() - 1);
        if (last.isOfClient() && last.to().of(last.who(), PHASE) == State.IDLE) {
            requireCleared(last, fitting);
        }
        names = renamed(last);
        views.forEach(view -> usedNames.add(view.hold()));
        path.forEach(kinds::take);
        token += path.get(0).grants() ? 1 : 0;
        if (last.action() == Action.DELIVER || last.action() == Action.DELIVER_TWICE) {
            answeredTokens[last.who()] = token;
        }
        state = last.to();
    }

    private boolean fits(List<Step> path) {
        Step last = path.get(path.size() - 1);
        if (last.writesAnew() && usedNames.contains(views.get(last.who()).hold())) {
            return false;
        }
        Names then = renamed(last);
        for (int client = 0; client < clients.size(); client++) {
            if (!views.get(client).equals(then.view(last.to(), client))) {
                return false;
            }
        }
        return true;
    }

    private List<ClientView> views(Step last) {
        Names then = renamed(last);
        List<ClientView> of = new ArrayList<>();
        for (int client = 0; client < clients.size(); client++) {
            of.add(then.view(last.to(), client));
        }
        return of;
    }

    private Names renamed(Step last) {
        return last.writesAnew()
                ? names.with(
                        last.to().of(last.who(), HOLD), views.get(last.who()).hold())
                : names;
    }

    /** Where there is room for one more request, the model can free each of the rows that the product asks to free, and no other. */
    private void requireCleared(Step last, List<List<Step>> fitting) {
        boolean ends = last.action() == Action.GIVE_UP
                || (last.isAnswer() && last.from().of(last.who(), CALL) != State.RELEASE);
        if (!ends || last.from().lateRequests() >= bounds.late()) {
            return;
        }
        Set<String> freed = new TreeSet<>();
        for (List<Step> path : fitting) {
            for (int id = 1; id <= IDS; id++) {
                if (path.get(path.size() - 1).frees(id)) {
                    freed.add(names.of(id));
                }
            }
        }
        if (!freed.equals(clients.get(last.who()).cleared())) {
            throw difference(
                    "the product frees " + clients.get(last.who()).cleared() + ", the model " + freed, fitting);
        }
    }

    private AssertionError difference(String what, List<List<Step>> paths) {
        StringBuilder text = new StringBuilder(what)
                .append(" after ")
                .append(told)
                .append("\nin ")
                .append(state);
        text.append("\nproduct: ").append(views);
        for (List<Step> path : paths) {
            text.append("\nmodel, ").append(Kind.of(path.get(path.size() - 1))).append(": ");
            text.append(views(path.get(path.size() - 1)));
        }
        return new AssertionError(text.toString());
    }
}
