package io.github.dynamolock;

import io.github.dynamolock.table.WriteResult;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows that may be held under an id that nobody has: freed if they can be, for else they lapse with their lease. */
final class Orphans {

    private static final Logger log = LoggerFactory.getLogger(Orphans.class);

    private Orphans() {}

    /** Frees them, one call each, without anyone waiting for it. */
    static void clear(Engine engine, LockRequest request, List<String> holdIds) {
        for (String holdId : holdIds) {
            engine.calls().execute(() -> clear(engine, request, holdId));
        }
    }

    private static void clear(Engine engine, LockRequest request, String holdId) {
        AttributeValue key = request.lockKey().value();
        try {
            WriteResult unused = request.deleteOnRelease()
                    ? engine.rows(request).releaseAndDelete(key, holdId)
                    : engine.rows(request).release(key, holdId, null, null);
        } catch (RuntimeException e) {
            log.debug(
                    "the row of {} may stay held until its lease ends",
                    EventLog.describe(
                            request.key(),
                            request.name().orElse(null),
                            engine.settings().ownerName()),
                    e);
        }
    }
}
