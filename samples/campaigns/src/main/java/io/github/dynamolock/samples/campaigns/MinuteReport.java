package io.github.dynamolock.samples.campaigns;

import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.OnUnavailable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** A job that is due in all instances at once, and runs in the one that comes first. */
@Component
class MinuteReport {

    private final CampaignRuns runs;
    private int told;

    MinuteReport(CampaignRuns runs) {
        this.runs = runs;
    }

    /** Says how often campaigns have run, if there is news. The others find the key taken, also after this has ended. */
    @Scheduled(cron = "${campaigns.report}")
    @DistributedLock(
            key = "'minute-report'",
            waitTime = "0s",
            onUnavailable = OnUnavailable.SKIP,
            minHoldTime = "30s",
            maxHoldTime = "50s")
    public void report() {
        int now = runs.total();
        if (now != told) {
            System.out.printf("%nReport of the minute, by this instance: campaigns have run %d times in all.%n", now);
            told = now;
        }
    }
}
