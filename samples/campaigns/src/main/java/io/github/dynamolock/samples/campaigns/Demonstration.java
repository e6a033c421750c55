package io.github.dynamolock.samples.campaigns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Shows the lock at work, at startup: two instances launch the same ten campaigns at once. Half of them are done before the
 * other's wait is over, half are not.
 */
@Component
@ConditionalOnBooleanProperty("campaigns.demo")
@Order(1)
class Demonstration implements ApplicationRunner {

    private static final int CAMPAIGNS = 10;
    private static final WorkTime SHORT = WorkTime.valueOf("150ms");
    private static final WorkTime LONG = WorkTime.valueOf("2s");
    private static final Duration WAIT = Duration.ofSeconds(1);

    private final DynamoDbClient dynamoDb;
    private final CampaignRuns runs;

    Demonstration(DynamoDbClient dynamoDb, CampaignRuns runs) {
        this.dynamoDb = dynamoDb;
        this.runs = runs;
    }

    @Override
    public void run(ApplicationArguments arguments) throws Exception {
        System.out.printf(
                "%nTwo instances, A and B, launch the same %d campaigns at once. Each waits at most %d ms for the other.%n%n",
                CAMPAIGNS, WAIT.toMillis());
        try (DemonstrationInstance a = DemonstrationInstance.start("A", WAIT, dynamoDb);
                DemonstrationInstance b = DemonstrationInstance.start("B", WAIT, dynamoDb)) {
            System.out.println(new DemonstrationTable(launchOnBoth(a, b)));
        }
    }

    private List<DemonstrationTable.Row> launchOnBoth(DemonstrationInstance a, DemonstrationInstance b)
            throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(2 * CAMPAIGNS);
        try {
            List<Future<Attempt>> onA = new ArrayList<>();
            List<Future<Attempt>> onB = new ArrayList<>();
            for (int i = 0; i < CAMPAIGNS; i++) {
                String campaign = campaign(i);
                WorkTime work = work(i);
                onA.add(callers.submit(() -> a.launch(campaign, work)));
                onB.add(callers.submit(() -> b.launch(campaign, work)));
            }
            List<DemonstrationTable.Row> rows = new ArrayList<>();
            for (int i = 0; i < CAMPAIGNS; i++) {
                Attempt one = onA.get(i).get();
                Attempt other = onB.get(i).get();
                rows.add(DemonstrationTable.Row.of(work(i), one, other, runs.statistics(campaign(i))));
            }
            return rows;
        } finally {
            callers.shutdownNow();
        }
    }

    private static String campaign(int index) {
        return "demo-%02d".formatted(index + 1);
    }

    private static WorkTime work(int index) {
        return index < CAMPAIGNS / 2 ? SHORT : LONG;
    }
}
