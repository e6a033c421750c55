package io.github.dynamolock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A process that wants to lead: one client and one elector on the table and the time of {@link ManualLocks}. It can be cut
 * off from the table, and killed: then nothing of it runs any more.
 */
final class Candidate implements Scheduler, LeadershipListener {

    final LockClient client;
    final LeaderElector elector;

    /** What this elector's listener was told, in order. */
    final List<String> told = new ArrayList<>();

    /** What listeners of all candidates were told, in order. */
    private final List<String> events;

    private final String name;
    private final ManualLocks manual;

    /** What the first token, which the clock gives, is counted from. */
    private final long before;

    private boolean cut;
    private boolean dead;

    Candidate(ManualLocks manual, String name, List<String> events, UnaryOperator<LeaderElectorBuilder> settings) {
        this.manual = manual;
        this.before = manual.time.now().wallMillis();
        this.name = name;
        this.events = events;
        DynamoDbClient dynamo = through(manual.dynamo.client());
        Engine engine = Engines.of(
                dynamo,
                ClientSettings.of(manual.builder()),
                manual.time,
                this,
                Runnable::run,
                Runnable::run,
                Runnable::run,
                () -> 0.5);
        client = new DefaultLockClient(engine, null);
        elector = settings.apply(LeaderElector.builder(client, "k").listener(this))
                .build(manual.time, this, Runnable::run);
    }

    private DynamoDbClient through(DynamoDbClient target) {
        return Detour.before(target, called -> {
            if (cut || dead) {
                throw SdkClientException.create("no answer", new IOException("cut off"));
            }
        });
    }

    void cut() {
        cut = true;
    }

    void mend() {
        cut = false;
    }

    void kill() {
        dead = true;
    }

    boolean leads() {
        return !dead && elector.isLeader();
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        return manual.time.schedule(delayNanos, () -> {
            if (!dead) {
                task.run();
            }
        });
    }

    @Override
    public void granted(Term term) {
        tell("granted " + number(term));
    }

    @Override
    public void revoked(Term term, @Nullable LockLoss loss) {
        tell("revoked " + number(term) + (loss == null ? "" : " " + loss.reason()));
    }

    /** 1 for the first term; each further one has one more while the row is kept. */
    long number(Term term) {
        return term.fencingToken() - before;
    }

    private void tell(String event) {
        told.add(event);
        events.add(name + " " + event);
    }
}
