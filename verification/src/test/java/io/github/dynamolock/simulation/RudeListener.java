package io.github.dynamolock.simulation;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockRequest;
import java.time.Duration;

/** A listener that looks into its client while it is told something, and then throws. */
final class RudeListener implements LockListener {

    private final User user;
    private final boolean rude;

    RudeListener(User user, boolean rude) {
        this.user = user;
        this.rude = rude;
    }

    private void told() {
        if (rude) {
            int held = user.process.locks().heldLocks().size();
            int waiting = user.process.locks().waitingLocks().size();
            throw new Rudeness("a listener fails, with " + held + " locks held and " + waiting + " waited for");
        }
    }

    /** Thrown so often that nobody wants to know where. */
    private static final class Rudeness extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Rudeness(String message) {
            super(message, null, false, false);
        }
    }

    @Override
    public void granted(HeldLock lock, Duration waited) {
        user.process.callers.answered(lock.name());
        told();
    }

    @Override
    public void contended(LockRequest request, LockInfo holder) {
        told();
    }

    @Override
    public void notGranted(LockRequest request, Throwable reason, Duration waited) {
        user.process.callers.answered(request.name().orElse(null));
        told();
    }

    @Override
    public void renewed(HeldLock lock, Duration took) {
        told();
    }

    @Override
    public void renewalFailed(HeldLock lock, Throwable cause) {
        told();
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        told();
    }

    @Override
    public void released(HeldLock lock) {
        told();
    }
}
