package io.github.dynamolock;

import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.RecordingDynamoDb;
import java.util.concurrent.Executor;

/** Holds and tasks that do no work of their own. */
final class Threads {

    private Threads() {}

    private static final Engine ENGINE = engine();

    private static final LockRequest REQUEST = LockRequest.forKey("k").build();

    private static final AcquireSettings SETTINGS = AcquireSettings.of(ENGINE.settings(), REQUEST);

    private static Engine engine() {
        Moment now = new Moment(0, 0);
        RecordingDynamoDb table = new RecordingDynamoDb();
        ClientSettings settings = ClientSettings.of(LockClient.builder(table).table("locks"));
        return Engines.of(
                table,
                settings,
                () -> now,
                (nanos, task) -> () -> {},
                Runnable::run,
                Runnable::run,
                Runnable::run,
                () -> 0.5);
    }

    static Hold hold(String id) {
        return new Hold(
                ENGINE,
                REQUEST,
                SETTINGS,
                id,
                AcquisitionTests.row(RecordVersion.of(id, 0), false, null),
                new Moment(0, 0),
                "test");
    }

    /** A task whose first call is never made: the executor is only given it. */
    static AcquireTask task(Executor calls) {
        Engine engine = new Engine(
                ENGINE.settings(),
                ENGINE.rows(),
                ENGINE.clock(),
                ENGINE.scheduler(),
                Runnable::run,
                calls,
                Runnable::run,
                ENGINE.random(),
                ENGINE.listeners(),
                ENGINE.observations(),
                ENGINE.tokenSeeds(),
                ENGINE.holds(),
                ENGINE.keptRows(),
                ENGINE.queues());
        return new AcquireTask(engine, REQUEST, SETTINGS, Runnable::run);
    }
}
