/** The observation of locked calls, for traces and for whatever else Micrometer's handlers make of it. */
@NullMarked
package io.github.dynamolock.spring.observation;

import org.jspecify.annotations.NullMarked;
