/** Mistakes planted into copies of the product's classes, which the simulation must find. */
@NullMarked
package io.github.dynamolock.mutants;

import org.jspecify.annotations.NullMarked;
