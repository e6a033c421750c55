package io.github.dynamolock.simulation;

import io.github.dynamolock.simulation.Network.Reply;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** One call on its way through the network, and what befalls it there. */
final class Call {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(5);
    private static final int ATTEMPTS = 3;
    private static final int LATEST_MILLIS = 25_000;

    private final Simulation simulation;
    private final Network network;
    private final World world;
    private final Instance process;
    private final Request request;
    private final long number;
    private final SplittableRandom draw;
    private final @Nullable Fault fault;
    private final long sentAt;
    private final long timeout;
    private boolean sentBefore;

    Call(
            Simulation simulation,
            Network network,
            Instance process,
            Request request,
            long number,
            SplittableRandom draw,
            @Nullable Fault fault) {
        this.simulation = simulation;
        this.network = network;
        this.world = simulation.world;
        this.process = process;
        this.request = request;
        this.number = number;
        this.draw = draw;
        this.fault = fault;
        this.sentAt = world.now();
        AwsRequestOverrideConfiguration limits =
                request.sdk().overrideConfiguration().orElse(null);
        Duration most = limits == null ? USUAL_TIMEOUT : limits.apiCallTimeout().orElse(USUAL_TIMEOUT);
        this.timeout = (long) (most.toNanos() / process.machine.rate());
    }

    DynamoDbResponse run() {
        if (fault != null) {
            befalls(fault);
        }
        simulation.noteSituation(process, request.operation());
        simulation.trace(
                process,
                request.operation().name().hashCode()
                        + 31L * String.valueOf(fault).hashCode(),
                () -> "sends #"
                        + number + " " + request.operation().title + " " + request.key() + " for " + request.holdId()
                        + (request.observed() == null ? "" : " at " + request.observed())
                        + (fault == null ? "" : "   [" + fault + "]"));
        simulation.checks.rows.sent(request, process, process.sightings);
        beforeSending();
        if (fault == Fault.SENT_AGAIN) {
            attemptInVain();
        }
        if (fault == Fault.REQUEST_LOST || isRequestCut()) {
            if (draw.nextInt(3) == 0) {
                applyLater();
            }
            throw giveUp();
        }
        travel(fault == Fault.REQUEST_LATE ? lateMillis() : usualMillis(), true);
        if (fault == Fault.DUPLICATED) {
            applyLater();
        }
        boolean before = draw.nextBoolean();
        if (before) {
            meanwhile();
        }
        Reply reply = simulation.store.apply(process, request, number, sentAt, fault, draw);
        if (!before) {
            meanwhile();
        }
        if (fault == Fault.REPLY_LOST || isReplyCut()) {
            throw giveUp();
        }
        travel(fault == Fault.REPLY_LATE ? lateMillis() : usualMillis(), false);
        if (fault == Fault.PAUSED_BEFORE_ANSWER) {
            process.pause(pauseMillis());
        }
        return arrive(reply);
    }

    private void beforeSending() {
        if (fault == Fault.KILLED_BEFORE_SENDING) {
            simulation.people.kill(process);
        } else if (fault == Fault.PAUSED_BEFORE_SENDING) {
            process.pause(pauseMillis());
        }
        process.awaitEndOfPause();
        throwIfGone();
    }

    /** What happens to the process, or to the row, while the request is on its way. */
    private void meanwhile() {
        if (fault == null) {
            return;
        }
        switch (fault) {
            case KILLED_MEANWHILE -> simulation.people.kill(process);
            case SUSPENDED -> process.suspend(pauseMillis());
            case WALL_FORWARD -> process.jumpWall(draw.nextInt(1_000, 90_000_000));
            case WALL_BACK -> process.jumpWall(-draw.nextInt(1_000, 90_000_000));
            case STARVED -> process.starve(pauseMillis());
            case CLOSED_MEANWHILE -> simulation.people.close(process);
            case GIVEN_UP -> simulation.people.giveUpWaiting(process);
            case INTERRUPTED -> {
                if (process.callers.interrupt()) {
                    simulation.coverage.hit(Fault.INTERRUPTED, request.operation());
                }
            }
            default -> {}
        }
    }

    /** The SDK sends a request up to three times within a call; what became of the first nobody knows. */
    private void attemptInVain() {
        process.sleep(usualMillis() * NANOS_PER_MILLI);
        if (draw.nextBoolean()) {
            Reply unused = simulation.store.apply(process, request, number, sentAt, null, draw);
        }
        sentBefore = true;
        process.sleep(timeout / ATTEMPTS);
        process.awaitEndOfPause();
        throwIfGone();
    }

    private boolean isRequestCut() {
        boolean cut = network.isRequestCut(process);
        if (cut) {
            befalls(Fault.REQUESTS_CUT);
        }
        return cut;
    }

    private boolean isReplyCut() {
        boolean cut = network.isReplyCut(process);
        if (cut) {
            befalls(Fault.REPLIES_CUT);
        }
        return cut;
    }

    private void befalls(Fault what) {
        if (what != Fault.INTERRUPTED) {
            simulation.coverage.hit(what, request.operation());
        }
        if (what != Fault.DUPLICATED) {
            process.troubled();
        }
    }

    /** On its way; when that takes longer than the caller waits, a request is applied all the same. */
    private void travel(long millis, boolean isRequest) {
        long nanos = millis * NANOS_PER_MILLI;
        boolean releases = request.operation() == Operation.RELEASE || request.operation() == Operation.CLOSE;
        if (fault == Fault.REQUEST_LATE && isRequest && releases && simulation.store.isOverIn(request.key(), nanos)) {
            simulation.coverage.hit(Fault.SLOW_RELEASE, request.operation());
        }
        if (world.now() + nanos - sentAt > timeout && !network.isCalm()) {
            if (isRequest) {
                world.after(nanos, this::applied);
            }
            throw giveUp();
        }
        process.sleep(nanos);
    }

    private void applied() {
        Reply unused = simulation.store.apply(process, request, number, sentAt, null, draw);
    }

    private void applyLater() {
        world.after(draw.nextInt(LATEST_MILLIS) * NANOS_PER_MILLI, this::applied);
    }

    private RuntimeException giveUp() {
        process.troubled();
        process.sleep(Math.max(0, sentAt + timeout - world.now()));
        process.awaitEndOfPause();
        process.troubled();
        simulation.trace(process, number, () -> "gets no answer to #" + number);
        return Network.noAnswer();
    }

    private DynamoDbResponse arrive(Reply reply) {
        process.awaitEndOfPause();
        throwIfGone();
        simulation.store.shown(process, request, reply);
        RuntimeException refusal = reply.refusal();
        simulation.trace(
                process,
                refusal == null ? 1 : 2,
                () -> "gets answer #" + number
                        + (refusal == null ? "" : " " + refusal.getClass().getSimpleName()));
        if (refusal != null) {
            throw sentBefore && refusal instanceof ConditionalCheckFailedException failed
                    ? failed.toBuilder().numAttempts(2).build()
                    : refusal;
        }
        DynamoDbResponse response = reply.response();
        if (response == null) {
            throw new IllegalStateException("neither answered nor refused");
        }
        if (request.takes()) {
            new Unclaimed(simulation, process, request).watch();
        }
        return response;
    }

    private void throwIfGone() {
        if (process.isDead() || world.isOver()) {
            throw Network.noAnswer();
        }
    }

    private long usualMillis() {
        int kind = draw.nextInt(100);
        // There and back, and a heartbeat period before it, within the shortest lease.
        return network.isCalm() || kind < 93 ? draw.nextLong(1, 5) : draw.nextLong(20, 350);
    }

    private long lateMillis() {
        return draw.nextInt(500, LATEST_MILLIS);
    }

    private long pauseMillis() {
        return draw.nextInt(100, 45_000);
    }
}
