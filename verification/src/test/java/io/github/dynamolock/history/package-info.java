/** Histories of what callers asked of a lock and were answered, and whether a lock can have given them. */
@NullMarked
package io.github.dynamolock.history;

import org.jspecify.annotations.NullMarked;
