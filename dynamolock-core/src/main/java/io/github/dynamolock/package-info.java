/**
 * Distributed locks that are rows of an Amazon DynamoDB table: {@link io.github.dynamolock.LockClient} acquires them,
 * {@link io.github.dynamolock.LockHandle} is a lock that was granted. {@link io.github.dynamolock.LeaderElector} makes one
 * process the leader by such a lock.
 *
 * <h2>What is promised</h2>
 *
 * <p><strong>No two clients believe at the same time that they hold a key</strong>, whatever is lost, doubled, delayed,
 * paused or killed, and however far the clocks of their machines are apart, as long as the <em>rates</em> of their clocks
 * differ by less than five percent. A holder counts its lease from just before it first sent the write that brought it, to
 * nine tenths, by whichever of its clocks says that more time has passed. A waiter counts from just after the answer that
 * first showed it a version of the row, for the whole lease and a hundredth more, by its monotonic clock. No two machines
 * ever compare clocks.
 *
 * <p><strong>Fencing tokens grow</strong> with each acquisition of a key, by the row alone, whatever the clocks say. Where
 * releases delete rows, a lock is granted only once its token is above the clock; what that rests on is told at {@link
 * io.github.dynamolock.LockHandle#fencingToken()}.
 *
 * <p><strong>A lost answer loses no lock.</strong> Each acquisition has an id of its own, in the row's version together
 * with a counter of renewals. Whatever a refused write shows under that id was written by this same hold.
 *
 * <p><strong>A loss is told</strong>, once, as soon as it is known or the lease is over, whichever comes first: by
 * {@link io.github.dynamolock.LockHandle#isHeld()}, {@link io.github.dynamolock.LockHandle#lost()} and
 * {@link io.github.dynamolock.LockListener#lost}.
 *
 * <h2>What no lease can promise</h2>
 *
 * <p>Between a look at {@code isHeld()} and the effect that follows it, a process can be paused for longer than its lease,
 * and another holder may have come and gone when it goes on. Only the receiver of the effect can tell: let it refuse a
 * {@linkplain io.github.dynamolock.LockHandle#fencingToken() fencing token} that is smaller than one it has seen. M.
 * Kleppmann, "How to do distributed locking" (2016), tells why.
 *
 * <h2>Bounds</h2>
 *
 * <p>One table in one region, or a global table with multi-Region strong consistency. Rows that other lock clients write
 * are understood, see {@link io.github.dynamolock.RowFormat}; tokens of their acquisitions do not grow.
 */
@NullMarked
package io.github.dynamolock;

import org.jspecify.annotations.NullMarked;
