@NullMarked
package io.github.dynamolock.test.junit;

import org.jspecify.annotations.NullMarked;
