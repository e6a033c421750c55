package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Who starts, stops, kills and closes processes, and meddles with their rows. */
final class People {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long REMOVED_AFTER_MILLIS = 6_000;

    private final Simulation simulation;
    private final World world;
    private final List<User> current = new ArrayList<>();
    private final List<User> former = new ArrayList<>();
    private int numbers;
    private boolean tableIsGone;

    People(Simulation simulation) {
        this.simulation = simulation;
        this.world = simulation.world;
    }

    void startAll() {
        for (int slot = 0; slot < simulation.plan.settings().slots(); slot++) {
            current.add(start(slot, false));
        }
    }

    private User start(int slot, boolean restarted) {
        boolean same = simulation.plan.settings().sameOwner();
        return start(same ? "all" : "slot-" + slot, simulation.plan.members().get(slot), restarted);
    }

    User start(String owner, Member member, boolean restarted) {
        return new User(simulation, ++numbers, owner, member, restarted);
    }

    User at(int slot) {
        return current.get(slot);
    }

    List<User> everyone() {
        List<User> all = new ArrayList<>(current);
        all.addAll(former);
        return all;
    }

    private @Nullable User of(Instance process) {
        return everyone().stream()
                .filter(user -> user.process == process)
                .findFirst()
                .orElse(null);
    }

    void kill(Instance process) {
        simulation.trace(process, 10, () -> "is killed");
        process.kill();
        replace(process);
    }

    /** Another process of the same name comes soon in the place of one that is going. */
    private void replace(Instance process) {
        User gone = of(process);
        int slot = current.indexOf(gone);
        if (gone == null || slot < 0 || simulation.isQuiet()) {
            return;
        }
        world.after((1 + process.number() % 7) * 500L * NANOS_PER_MILLI, () -> {
            if (current.get(slot) == gone && !simulation.isQuiet()) {
                former.add(gone);
                current.set(slot, start(slot, true));
            }
        });
    }

    void close(Instance process) {
        User user = of(process);
        if (user != null && !process.isDead() && !process.isClosing()) {
            simulation.trace(process, 11, () -> "begins to close");
            user.close();
            replace(process);
        }
    }

    void giveUpWaiting(Instance process) {
        User user = of(process);
        if (user != null) {
            user.giveUpAll();
        }
    }

    void deleteRow(String key) {
        if (tableIsGone) {
            return;
        }
        simulation.trace(null, 12, () -> "somebody deletes row " + key);
        simulation
                .store
                .console()
                .deleteItem(delete -> delete.tableName(Store.LOCKS).key(keyOf(key)));
        simulation.rows.byHand(key, null, false, world.now());
        simulation.checks.rows.deletedByHand(key);
    }

    /** Somebody puts an item at the key that is no sound lock row, and takes it away later. */
    void plant(String key, boolean corrupt, int kind) {
        RowImage there = simulation.rows.image(key);
        if (tableIsGone || (there != null && there.planted())) {
            return;
        }
        Map<String, AttributeValue> item = corrupt ? corrupt(kind) : foreign(kind);
        item.put("key", AttributeValue.fromS(key));
        simulation.trace(null, 13, () -> "somebody puts " + item);
        simulation.store.console().putItem(put -> put.tableName(Store.LOCKS).item(item));
        simulation.rows.byHand(key, item, true, world.now());
        simulation.checks.rows.deletedByHand(key);
        world.after(REMOVED_AFTER_MILLIS * NANOS_PER_MILLI, () -> {
            RowImage now = simulation.rows.image(key);
            if (now != null && now.planted()) {
                deleteRow(key);
            }
        });
    }

    private Map<String, AttributeValue> corrupt(int kind) {
        boolean distrlock = simulation.plan.settings().rows() == Settings.Rows.DELETED_BY_FORMAT;
        Map<String, AttributeValue> item = new HashMap<>();
        item.put(distrlock ? "lockId" : "recordVersionNumber", AttributeValue.fromS("stranger:0000000001"));
        String lease = distrlock ? "timeout" : "leaseDuration";
        AttributeValue[] leases = {
            AttributeValue.fromS("banana"),
            AttributeValue.fromS("-5"),
            AttributeValue.fromN("-5"),
            AttributeValue.fromS("0s")
        };
        item.put(lease, kind % 5 < leases.length ? leases[kind % 5] : AttributeValue.fromS("1s"));
        if (kind % 5 == leases.length) {
            item.put("fencingToken", AttributeValue.fromS("many"));
        }
        return item;
    }

    private static Map<String, AttributeValue> foreign(int kind) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("order", AttributeValue.fromN("17"));
        if (kind % 3 == 0) {
            item.put("isReleased", AttributeValue.fromS("1"));
        }
        if (kind % 3 == 1) {
            item.put("recordVersionNumber", AttributeValue.fromN("3"));
        }
        return item;
    }

    void disturb(Disturbance disturbance) {
        if (simulation.isQuiet()) {
            return;
        }
        User user = at(disturbance.slot());
        Instance process = user.process;
        long millis = disturbance.millis();
        simulation.trace(process, disturbance.kind().name().hashCode(), () -> "*** " + disturbance);
        switch (disturbance.kind()) {
            case PAUSE -> process.pause(millis);
            case SUSPEND -> process.suspend(millis);
            case WALL_JUMP -> process.jumpWall(millis);
            case KILL -> kill(process);
            case CLOSE -> close(process);
            case CUT_REQUESTS -> simulation.network.cutRequests(process, millis);
            case CUT_REPLIES -> simulation.network.cutReplies(process, millis);
            case CUT_BOTH -> {
                simulation.network.cutRequests(process, millis);
                simulation.network.cutReplies(process, millis);
            }
            case CUT_ALL -> simulation.network.cutAll(millis);
            case THROTTLE_ALL -> simulation.network.throttleAll(millis);
            case STARVE -> process.starve(millis);
            case FORCE_RELEASE -> user.later(0, () -> user.forceRelease(Simulation.key(disturbance.key())));
            case DESCRIBE -> user.later(0, user::describe);
            case DELETE_ROW -> deleteRow(Simulation.key(disturbance.key()));
            case DELETE_TABLE -> deleteTable(millis);
        }
    }

    private void deleteTable(long millis) {
        if (!tableIsGone) {
            tableIsGone = true;
            simulation.store.deleteTable();
            world.after(millis * NANOS_PER_MILLI, this::createTable);
        }
    }

    private void createTable() {
        if (tableIsGone) {
            tableIsGone = false;
            simulation.store.createTableAgain();
        }
    }

    /** Everything is put right again. */
    void tidyUp() {
        createTable();
        for (String key : List.copyOf(simulation.rows.keys())) {
            RowImage image = simulation.rows.image(key);
            if (image != null && image.planted()) {
                deleteRow(key);
            }
        }
    }

    private static Map<String, AttributeValue> keyOf(String key) {
        return Map.of("key", AttributeValue.fromS(key));
    }
}
