/** Tests with real processes, other clients and long runs. */
@NullMarked
package io.github.dynamolock.verification;

import org.jspecify.annotations.NullMarked;
