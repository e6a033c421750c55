package io.github.dynamolock;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition that waits in a client, as it was at one moment.
 *
 * @param key the key as text
 * @param name the request's name for metrics and logs, or null
 * @param since when it began, by this machine's clock
 * @param waitedFor how long it has waited
 * @param thread the name of the thread that asked for it
 */
public record WaitingLock(String key, @Nullable String name, Instant since, Duration waitedFor, String thread) {}
