@NullMarked
package io.github.dynamolock.local.expression;

import org.jspecify.annotations.NullMarked;
