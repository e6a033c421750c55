package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.EVER;
import static io.github.dynamolock.model.State.FREE;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.RENEW;
import static io.github.dynamolock.model.State.ROW_COUNT;
import static io.github.dynamolock.model.State.ROW_HOLD;
import static io.github.dynamolock.model.State.ROW_RELEASED;
import static io.github.dynamolock.model.State.TAKE;

/** The row, and what each request does to it: {@code table/Conditions} and {@code table/LockRows} in small. */
final class Table {

    private final Variant variant;

    Table(Variant variant) {
        this.variant = variant;
    }

    /** Applies a request to the row of this state, or leaves it. True when it was applied. */
    boolean apply(State s, int kind, int hold, int count, int seenHold, int seenCount, int token) {
        int row = s.get(ROW_HOLD);
        boolean released = s.get(ROW_RELEASED) == 1;
        switch (kind) {
            case FREE -> {
                if (row != 0 && !released) {
                    return false;
                }
                grant(s, hold, variant == Variant.M3 ? token : 0);
                return true;
            }
            case TAKE -> {
                boolean same = row == seenHold && (variant == Variant.M13 || s.get(ROW_COUNT) == seenCount);
                if (row == 0 || !same) {
                    return false;
                }
                grant(s, hold, 0);
                return true;
            }
            case RENEW -> {
                if (row != hold || released || !isRenewable(s.get(ROW_COUNT), count, seenCount)) {
                    return false;
                }
                s.set(ROW_COUNT, count);
                return true;
            }
            case RELEASE -> {
                if (row == 0 || (variant != Variant.M5 && (row != hold || released))) {
                    return false;
                }
                if (variant.checks(Invariant.S8) && row != hold) {
                    throw new Violation(Invariant.S8, s);
                }
                free(s);
                return true;
            }
            default -> throw new IllegalArgumentException("no write: " + kind);
        }
    }

    private boolean isRenewable(int rowCount, int count, int acknowledged) {
        return switch (variant) {
            case M1 -> rowCount == acknowledged;
            case M2 -> true;
            default -> rowCount < count;
        };
    }

    /** The token is one more than the row's, so newer than all: 0. A mistaken one may not be. */
    private void grant(State s, int hold, int token) {
        boolean restarted = s.get(ROW_HOLD) == 0 && s.get(EVER) == 1;
        if ((token > 0 || restarted) && variant.checks(Invariant.S2)) {
            throw new Violation(Invariant.S2, s);
        }
        s.newToken(variant == Variant.M3);
        s.set(EVER, 1);
        s.set(ROW_HOLD, hold);
        s.set(ROW_COUNT, 0);
        s.set(ROW_RELEASED, 0);
    }

    private void free(State s) {
        if (variant == Variant.M4) {
            s.set(ROW_HOLD, 0);
            s.set(ROW_COUNT, 0);
        } else {
            s.set(ROW_RELEASED, 1);
        }
    }
}
