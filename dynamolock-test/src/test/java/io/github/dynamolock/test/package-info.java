@NullMarked
package io.github.dynamolock.test;

import org.jspecify.annotations.NullMarked;
