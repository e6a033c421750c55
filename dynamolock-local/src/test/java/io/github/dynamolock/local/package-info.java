@NullMarked
package io.github.dynamolock.local;

import org.jspecify.annotations.NullMarked;
