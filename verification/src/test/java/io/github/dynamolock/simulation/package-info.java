/**
 * The real client in a simulated world: time, machines, a network, processes and people who do everything that can go wrong,
 * drawn from a seed. What may never happen is checked after each event.
 */
@NullMarked
package io.github.dynamolock.simulation;

import org.jspecify.annotations.NullMarked;
