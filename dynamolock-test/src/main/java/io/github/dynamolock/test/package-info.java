/**
 * Tests of code that takes locks: {@link io.github.dynamolock.test.TestLocks} loses locks on purpose, holds them as another
 * instance, moves time, and waits for waiters. With JUnit alone see {@link
 * io.github.dynamolock.test.junit.TestLocksExtension}, with Spring Boot {@link
 * io.github.dynamolock.test.autoconfigure.AutoConfigureTestLocks}.
 */
@NullMarked
package io.github.dynamolock.test;

import org.jspecify.annotations.NullMarked;
