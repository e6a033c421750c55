package io.github.dynamolock.samples.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What judges the lock must see when it fails: here runs overlap, because nothing keeps them apart. */
class CampaignRunsTests {

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();
    private final CampaignRuns runs =
            new CampaignRuns(dynamoDb.client(), new CampaignsProperties("campaigns", true, false));

    @AfterEach
    void stop() {
        dynamoDb.close();
    }

    @Test
    void runsOneAfterTheOtherHaveAnOverlapOfOne() {
        runs.end("42", runs.begin("42"));
        runs.end("42", runs.begin("42"));
        runs.end("other", runs.begin("other"));

        assertThat(runs.statistics("42")).isEqualTo(new CampaignStatistics("42", 2, 1));
    }

    @Test
    void runsAtTheSameTimeAreFoundWhicheverEndsFirst() {
        int first = runs.begin("42");
        int second = runs.begin("42");
        runs.end("42", second);
        runs.end("42", first);

        assertThat(runs.statistics("42").largestOverlap()).isEqualTo(2);
    }

    @Test
    void theLargestOverlapStays() {
        int first = runs.begin("42");
        int second = runs.begin("42");
        int third = runs.begin("42");
        runs.end("42", first);
        runs.end("42", second);
        runs.end("42", third);
        runs.end("42", runs.begin("42"));

        assertThat(runs.statistics("42")).isEqualTo(new CampaignStatistics("42", 4, 3));
    }

    @Test
    void aRunThatNeverEndedBecauseItsProcessWasKilledAccusesNobody() {
        runs.begin("42");
        runs.end("42", runs.begin("42"));

        assertThat(runs.statistics("42")).isEqualTo(new CampaignStatistics("42", 2, 1));
    }

    @Test
    void aCampaignThatNeverRanHasNoRuns() {
        assertThat(runs.statistics("unknown")).isEqualTo(new CampaignStatistics("unknown", 0, 0));
    }

    @Test
    void runsOfAllCampaignsAreCountedTogether() {
        assertThat(runs.total()).isZero();
        runs.begin("42");
        runs.begin("42");
        runs.begin("other");

        assertThat(runs.total()).isEqualTo(3);
    }

    @Test
    void theTableIsMadeOnce() {
        CampaignRuns again = new CampaignRuns(dynamoDb.client(), new CampaignsProperties("campaigns", true, false));

        assertThat(again.begin("42")).isEqualTo(1);
        assertThat(runs.begin("42")).isEqualTo(2);
    }
}
