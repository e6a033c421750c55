package io.github.dynamolock.samples.campaigns;

/**
 * How a campaign has run so far, in all instances.
 *
 * @param campaign which
 * @param runs how often it began
 * @param largestOverlap the most runs that were ever under way within the time of one, itself counted: 1 as long as the lock
 *     does its work, 0 when it never ran
 */
record CampaignStatistics(String campaign, int runs, int largestOverlap) {}
