/**
 * Fences for data in DynamoDB: conditions that make a transaction fail unless a lock is still held at the moment it is
 * committed. What {@code isHeld()} can't promise, since a process may be paused after it, these do: DynamoDB itself
 * refuses the write of a holder whose lock is gone.
 */
@NullMarked
package io.github.dynamolock.fencing;

import org.jspecify.annotations.NullMarked;
