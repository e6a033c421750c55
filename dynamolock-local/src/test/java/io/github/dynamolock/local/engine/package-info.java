@NullMarked
package io.github.dynamolock.local.engine;

import org.jspecify.annotations.NullMarked;
