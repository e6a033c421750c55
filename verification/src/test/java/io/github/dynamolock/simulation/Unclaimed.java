package io.github.dynamolock.simulation;

/**
 * S7, at once: a row that an acquisition is known to have taken is its caller's soon, or, when he has gone, nobody's; unless
 * something befell the process meanwhile.
 */
final class Unclaimed {

    private static final long SOON = 3_000_000_000L;

    private final Simulation simulation;
    private final Instance process;
    private final Request request;
    private final long began;

    /** An acquisition hears that it has taken a row. */
    Unclaimed(Simulation simulation, Instance process, Request request) {
        this.simulation = simulation;
        this.process = process;
        this.request = request;
        this.began = simulation.world.now();
    }

    void watch() {
        simulation.world.after(SOON, this::look);
    }

    private void look() {
        String hold = request.holdId();
        String key = request.key();
        boolean troubled = process.isDead() || process.lastTrouble() >= began;
        if (hold == null || key == null || troubled || simulation.checks.holds.held(hold) != null) {
            return;
        }
        // A late copy of the same write may take it once more, after it was freed.
        boolean freed = simulation.rows.isEnded(hold);
        if (!freed && RowImage.isHeld(simulation.rows.image(key), hold)) {
            simulation.violated(Invariant.S7, hold + " took " + key + ", and neither was granted it nor freed it");
        }
    }
}
