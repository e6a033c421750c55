/** Internal: the file in which tables and items outlive the process. */
@NullMarked
package io.github.dynamolock.local.storage;

import org.jspecify.annotations.NullMarked;
