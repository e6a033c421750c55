package io.github.dynamolock;

import io.github.dynamolock.Acquisition.Step;
import io.github.dynamolock.table.Acquire;
import io.github.dynamolock.table.Failures;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.LockRows;
import io.github.dynamolock.table.WriteResult;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The calls of one {@link Acquisition}: each tells it the answer, and brings its next step. They block. */
record AcquireCalls(LockRows rows, AttributeValue key, CallWatch watch, Acquisition acquisition, Clock clock) {

    Step write(Acquire write, Step.Write how) {
        String observed = how.observedVersion();
        return written(observed == null ? rows.acquireFree(write) : rows.takeOver(write, observed));
    }

    Step raise(Step.Raise raise) {
        return written(rows.raiseToken(key, raise.holdId(), raise.token()));
    }

    private Step written(WriteResult result) {
        if (result instanceof WriteResult.Unknown unknown) {
            watch.unanswered(unknown.cause());
        } else {
            watch.answered();
        }
        return acquisition.written(result, clock.now());
    }

    Step read() {
        try {
            LockRow row = rows.read(key).orElse(null);
            watch.answered();
            return acquisition.read(row, clock.now());
        } catch (RuntimeException e) {
            if (Failures.isPassing(e)) {
                watch.unanswered(e);
                return acquisition.readFailed(e, clock.now());
            }
            throw e;
        }
    }
}
