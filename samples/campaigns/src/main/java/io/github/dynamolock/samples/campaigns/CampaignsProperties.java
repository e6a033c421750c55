package io.github.dynamolock.samples.campaigns;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of this application.
 *
 * @param table Name of the table that counts the runs.
 * @param createTable Whether to create that table at startup if it is missing.
 * @param demo Whether to show the demonstration at startup.
 */
@ConfigurationProperties("campaigns")
record CampaignsProperties(
        @DefaultValue("campaigns") String table,
        @DefaultValue("false") boolean createTable,
        @DefaultValue("false") boolean demo) {}
