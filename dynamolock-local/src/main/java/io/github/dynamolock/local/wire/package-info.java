/** Internal: AWS JSON 1.0 to and from the SDK's model types. */
@NullMarked
package io.github.dynamolock.local.wire;

import org.jspecify.annotations.NullMarked;
