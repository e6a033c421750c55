@NullMarked
package io.github.dynamolock.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
