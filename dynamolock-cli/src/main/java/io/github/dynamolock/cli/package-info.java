/** The command line: commands that run while a lock is held, and looks at the lock table. Nothing here is for programs. */
@NullMarked
package io.github.dynamolock.cli;

import org.jspecify.annotations.NullMarked;
