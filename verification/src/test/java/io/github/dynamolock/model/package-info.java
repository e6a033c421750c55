/** A model of the protocol, explored completely within bounds, and its tie to the classes that carry the protocol. */
@NullMarked
package io.github.dynamolock.model;

import org.jspecify.annotations.NullMarked;
