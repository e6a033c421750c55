@NullMarked
package io.github.dynamolock.cli;

import org.jspecify.annotations.NullMarked;
