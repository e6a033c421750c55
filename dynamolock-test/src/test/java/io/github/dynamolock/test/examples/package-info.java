@NullMarked
package io.github.dynamolock.test.examples;

import org.jspecify.annotations.NullMarked;
