/** Tests of the sample. */
@NullMarked
package io.github.dynamolock.samples.campaigns;

import org.jspecify.annotations.NullMarked;
