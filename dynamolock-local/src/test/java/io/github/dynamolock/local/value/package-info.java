@NullMarked
package io.github.dynamolock.local.value;

import org.jspecify.annotations.NullMarked;
