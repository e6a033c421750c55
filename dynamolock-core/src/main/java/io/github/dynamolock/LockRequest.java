package io.github.dynamolock;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What to acquire and how. Immutable; everything but the key has a default, most of them the client's settings.
 *
 * <p>The key is checked when the request is built, the rest when a client takes it: both before any call.
 */
public final class LockRequest {

    private final LockKey key;
    private final @Nullable String name;
    private final @Nullable Duration waitTime;
    private final @Nullable Duration leaseDuration;
    private final @Nullable Duration pollInterval;
    private final @Nullable Duration minHold;
    private final @Nullable Duration maxHold;
    private final @Nullable SdkBytes data;
    private final boolean replaceData;
    private final Map<String, AttributeValue> attributes;
    private final boolean deleteOnRelease;
    private final boolean heartbeat;
    private final boolean reentrant;
    private final @Nullable AlmostExpired almostExpired;
    private final CallWatch watch;

    private LockRequest(Builder builder) {
        key = builder.key;
        name = builder.name;
        waitTime = builder.waitTime;
        leaseDuration = builder.leaseDuration;
        pollInterval = builder.pollInterval;
        minHold = builder.minHold;
        maxHold = builder.maxHold;
        data = builder.data;
        replaceData = builder.replaceData;
        attributes = Map.copyOf(builder.attributes);
        deleteOnRelease = builder.deleteOnRelease;
        heartbeat = builder.heartbeat;
        reentrant = builder.reentrant;
        almostExpired = builder.almostExpired;
        watch = builder.watch;
    }

    /** Starts a request for a key of type S. */
    public static Builder forKey(String key) {
        return new Builder(LockKey.of(key));
    }

    /** Starts a request for a key of type S, N or B. */
    public static Builder forKey(AttributeValue key) {
        return new Builder(LockKey.of(key));
    }

    LockKey lockKey() {
        return key;
    }

    /** The key as text. */
    public String key() {
        return key.text();
    }

    /** A name of few values for metrics and logs; never the key. */
    public Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** The total time to wait, or empty for the client's. */
    public Optional<Duration> waitTime() {
        return Optional.ofNullable(waitTime);
    }

    /** The lease, or empty for the client's. */
    public Optional<Duration> leaseDuration() {
        return Optional.ofNullable(leaseDuration);
    }

    /** The longest time between two looks at a held row, or empty for the client's. */
    public Optional<Duration> pollInterval() {
        return Optional.ofNullable(pollInterval);
    }

    /** The shortest time that the key stays taken after the grant, or empty when a release frees it at once. */
    public Optional<Duration> minHold() {
        return Optional.ofNullable(minHold);
    }

    /** The time after which the lock is given up whatever happens, or empty for no limit. */
    public Optional<Duration> maxHold() {
        return Optional.ofNullable(maxHold);
    }

    /** The payload to store, if any. */
    public Optional<SdkBytes> data() {
        return Optional.ofNullable(data);
    }

    /** Whether the payload replaces one that the row has. */
    public boolean replaceData() {
        return replaceData;
    }

    /** Further attributes to store. */
    public Map<String, AttributeValue> attributes() {
        return attributes;
    }

    /** Whether a release deletes the row. */
    public boolean deleteOnRelease() {
        return deleteOnRelease;
    }

    /** Whether the client renews the lease by itself. */
    public boolean heartbeat() {
        return heartbeat;
    }

    /** Whether the thread that holds the lock gets it again. */
    public boolean reentrant() {
        return reentrant;
    }

    Optional<AlmostExpired> almostExpired() {
        return Optional.ofNullable(almostExpired);
    }

    CallWatch watch() {
        return watch;
    }

    record AlmostExpired(Duration safeTime, @Nullable Runnable callback) {}

    /** Collects the settings of a request. Not thread-safe. */
    public static final class Builder {

        private final LockKey key;
        private @Nullable String name;
        private @Nullable Duration waitTime;
        private @Nullable Duration leaseDuration;
        private @Nullable Duration pollInterval;
        private @Nullable Duration minHold;
        private @Nullable Duration maxHold;
        private @Nullable SdkBytes data;
        private boolean replaceData;
        private final Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        private boolean deleteOnRelease;
        private boolean heartbeat = true;
        private boolean reentrant;
        private @Nullable AlmostExpired almostExpired;
        private CallWatch watch = CallWatch.NONE;

        private Builder(LockKey key) {
            this.key = key;
        }

        /** A name of few values for metrics and logs. Never the key: each value becomes a time series. */
        public Builder name(String lockName) {
            this.name = lockName;
            return this;
        }

        /** The total time to wait. Zero means one attempt. */
        public Builder waitTime(Duration total) {
            this.waitTime = total;
            return this;
        }

        /**
         * How long the lock outlives the last renewal that reached the table. The client's heartbeat period is shortened
         * for this lock, if needed, to a third of it.
         */
        public Builder leaseDuration(Duration lease) {
            this.leaseDuration = lease;
            return this;
        }

        /** The longest time between two looks at a held row. */
        public Builder pollInterval(Duration interval) {
            this.pollInterval = interval;
            return this;
        }

        /**
         * Keeps the key from all others, this client's threads too, for at least this time after the grant, however soon the
         * lock is released: a job that is over in a moment is not run again by an instance whose clock is a little behind. For
         * a job that each instance tries once a period, choose more than their clocks differ, and less than the period less
         * that.
         *
         * <p>A release before that time ends the hold at once for its holder, and reports so. The row stays taken, with a lease
         * of what remains; when the time is over it is freed as the release asked, with its data, or deleted. Nothing renews
         * it in between.
         *
         * <p>Closing the client meanwhile, or while the lock is held, leaves the row to lapse with what remains: another
         * instance does not run the job again because this one was redeployed. So does a process that dies after the release.
         * A process that dies before it leaves the row to its lease, as any does, and so does a release that failed. A row that
         * lapses is free for those who have seen it for its lease; who only tries now and then may be refused once more.
         *
         * <p>The time is counted by the holder's monotonic clock. Nobody gets the lock sooner as long as the rates of the clocks
         * differ by less than five percent: a row that is to lapse has a lease longer than what remains by a ninth, and who waits
         * counts it from the first sight of that last write, as any lease. Of a reentrant lock the outermost request's time
         * counts. A lock that was granted to a caller who had gone by then is freed at once.
         *
         * @param atLeast positive, and not longer than {@link #maxHold}
         */
        public Builder minHold(Duration atLeast) {
            this.minHold = atLeast;
            return this;
        }

        /** Gives the lock up after this time, so that stuck work can't hold it for ever. */
        public Builder maxHold(Duration limit) {
            this.maxHold = limit;
            return this;
        }

        /** Stores a payload in the row, unless the row has one already: see {@link #replaceData()}. */
        public Builder data(SdkBytes payload) {
            this.data = payload;
            return this;
        }

        /** Lets the given payload, or its absence, win over what the row has. */
        public Builder replaceData() {
            this.replaceData = true;
            return this;
        }

        /**
         * Stores a further attribute in the row. The row's other attributes stay. The names of the lock's own attributes
         * and of the keys are refused when the request is used.
         */
        public Builder attribute(String attributeName, AttributeValue value) {
            attributes.put(attributeName, value);
            return this;
        }

        /** Stores further attributes, as {@link #attribute} does for each. */
        public Builder attributes(Map<String, AttributeValue> values) {
            attributes.putAll(values);
            return this;
        }

        /**
         * Deletes the row at release instead of marking it, unless the release asks otherwise. Costs one more write for each
         * acquisition, and rests {@linkplain LockHandle#fencingToken() fencing tokens} on clocks. All requests for a key
         * should do the same.
         */
        public Builder deleteOnRelease() {
            this.deleteOnRelease = true;
            return this;
        }

        /** Leaves renewing to the caller: see {@link LockHandle#heartbeat()}. */
        public Builder withoutHeartbeat() {
            this.heartbeat = false;
            return this;
        }

        /**
         * Lets the thread that holds the lock acquire it again, as often as it likes, by requests that say so too; the
         * last release frees it.
         */
        public Builder reentrant() {
            this.reentrant = true;
            return this;
        }

        /**
         * Tells once when no renewal has reached the table for this long, also when that is found late.
         *
         * @param safeTime since the last renewal; shorter than the lease
         * @param callback runs on one of the client's threads; null only answers {@link LockHandle#isAlmostExpired()}
         */
        public Builder almostExpired(Duration safeTime, @Nullable Runnable callback) {
            this.almostExpired = new AlmostExpired(safeTime, callback);
            return this;
        }

        /** Who hears whether the calls of its acquisition are answered. */
        Builder watch(CallWatch calls) {
            this.watch = calls;
            return this;
        }

        /** Builds the request. */
        public LockRequest build() {
            return new LockRequest(this);
        }
    }
}
