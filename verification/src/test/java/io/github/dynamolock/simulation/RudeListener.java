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
            throw new IllegalStateException(
                    "a listener fails, with " + held + " locks held and " + waiting + " waited for");
        }
    }

    @Override
    public void granted(HeldLock lock, Duration waited) {
        told();
    }

    @Override
    public void contended(LockRequest request, LockInfo holder) {
        told();
    }

    @Override
    public void notGranted(LockRequest request, Throwable reason, Duration waited) {
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
