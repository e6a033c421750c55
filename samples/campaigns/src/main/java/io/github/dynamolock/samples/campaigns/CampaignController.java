package io.github.dynamolock.samples.campaigns;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The web front of campaigns. {@link LockProblems} answers what goes wrong. */
@RestController
@RequestMapping("/campaigns/{id:[A-Za-z0-9._-]{1,64}}")
class CampaignController {

    private final CampaignService campaigns;
    private final CampaignRuns runs;

    CampaignController(CampaignService campaigns, CampaignRuns runs) {
        this.campaigns = campaigns;
        this.runs = runs;
    }

    @PostMapping("/launch")
    LaunchResponse launch(@PathVariable String id, @RequestParam(defaultValue = "500ms") WorkTime work)
            throws InterruptedException {
        long asked = System.nanoTime();
        return LaunchResponse.of(campaigns.launch(id, work), asked);
    }

    @GetMapping
    CampaignStatistics statistics(@PathVariable String id) {
        return runs.statistics(id);
    }
}
