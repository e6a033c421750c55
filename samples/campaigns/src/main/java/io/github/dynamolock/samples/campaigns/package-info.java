/**
 * Campaigns that must never be launched by two instances at once: a small application to read, run and copy.
 *
 * <p>{@link io.github.dynamolock.samples.campaigns.CampaignService} is where the lock is. The rest is the web around it, the
 * counts that prove it works, and the demonstration that is printed at startup.
 */
@NullMarked
package io.github.dynamolock.samples.campaigns;

import org.jspecify.annotations.NullMarked;
