/** Our client and other people's lock clients on the same tables. */
@NullMarked
package io.github.dynamolock.verification.interop;

import org.jspecify.annotations.NullMarked;
