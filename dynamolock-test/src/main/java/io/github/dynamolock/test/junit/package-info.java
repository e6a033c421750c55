/** Test locks in JUnit tests without Spring. */
@NullMarked
package io.github.dynamolock.test.junit;

import org.jspecify.annotations.NullMarked;
