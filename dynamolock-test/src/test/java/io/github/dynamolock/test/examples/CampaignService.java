package io.github.dynamolock.test.examples;

import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.OnUnavailable;
import org.springframework.stereotype.Service;

/** A locked service, as an application has it. */
@Service
class CampaignService {

    private final Mailer mailer;

    CampaignService(Mailer mailer) {
        this.mailer = mailer;
    }

    @DistributedLock(key = "'campaign:' + #id")
    public void launch(String id) {
        mailer.send(id);
    }

    @DistributedLock(key = "'report'", waitTime = "0s", onUnavailable = OnUnavailable.SKIP, minHoldTime = "5m")
    public void report() {
        mailer.send("report");
    }
}
