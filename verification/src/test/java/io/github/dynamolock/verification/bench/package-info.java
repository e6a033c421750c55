/** Measures side by side, by hand: {@code mvn -Pbenchmarks -pl verification -am verify}. */
@NullMarked
package io.github.dynamolock.verification.bench;

import org.jspecify.annotations.NullMarked;
