/** Test locks in the tests of Spring Boot applications. */
@NullMarked
package io.github.dynamolock.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
