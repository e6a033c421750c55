package io.github.dynamolock.samples.campaigns;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.LockContext;
import org.springframework.stereotype.Service;

/** Launches campaigns: each in one instance at a time. */
@Service
class CampaignService {

    private final CampaignRuns runs;

    CampaignService(CampaignRuns runs) {
        this.runs = runs;
    }

    /**
     * Launches a campaign, which takes as long as told.
     *
     * @throws io.github.dynamolock.LockNotGrantedException when the campaign still runs elsewhere after
     *     {@code dynamolock.wait-time}
     * @throws InterruptedException when the lock is lost or the application stops: the work must end then
     */
    @DistributedLock(key = "'campaign:' + #id")
    public Run launch(String id, WorkTime work) throws InterruptedException {
        long begun = System.nanoTime();
        LockHandle lock = LockContext.current();
        int number = runs.begin(id);
        try {
            Thread.sleep(work.duration().toMillis());
        } finally {
            runs.end(id, number);
        }
        return new Run(id, lock.ownerName(), lock.fencingToken(), begun);
    }
}
