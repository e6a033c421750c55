/** Mistakes planted into copies of the product's classes, which the simulation, or a trace beside the model, must find. */
@NullMarked
package io.github.dynamolock.mutants;

import org.jspecify.annotations.NullMarked;
