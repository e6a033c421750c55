/** Internal: tables, items and the operations on them, in memory. */
@NullMarked
package io.github.dynamolock.local.engine;

import org.jspecify.annotations.NullMarked;
