/** Measures lock clients on DynamoDB side by side: {@code .ci/benchmark}. */
@NullMarked
package io.github.dynamolock.verification.peers;

import org.jspecify.annotations.NullMarked;
