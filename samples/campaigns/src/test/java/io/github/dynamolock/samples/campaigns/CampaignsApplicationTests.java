package io.github.dynamolock.samples.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.test.TestLocks;
import io.github.dynamolock.test.autoconfigure.AutoConfigureTestLocks;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.test.web.servlet.client.RestTestClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The application through its web front, with other lock clients on the same table. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"dynamolock.wait-time=300ms", "campaigns.demo=false", "campaigns.report=-"})
@AutoConfigureTestLocks
class CampaignsApplicationTests {

    private final DynamoDbClient dynamoDb;
    private final LockClient locks;
    private final TestLocks testLocks;
    private final RestTestClient web;

    CampaignsApplicationTests(
            @Autowired DynamoDbClient dynamoDb,
            @Autowired LockClient locks,
            @Autowired TestLocks testLocks,
            @LocalServerPort int port) {
        this.dynamoDb = dynamoDb;
        this.locks = locks;
        this.testLocks = testLocks;
        this.web = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    @BeforeEach
    void nothingIsHeld() {
        assertThat(locks.heldLocks()).isEmpty();
    }

    @Test
    void aLaunchTellsWhoRanItWithWhichTokenAfterWhichWait() {
        LaunchResponse first = launch("free");
        LaunchResponse second = launch("free");

        assertThat(first.campaign()).isEqualTo("free");
        assertThat(first.instance()).isEqualTo(locks.ownerName());
        assertThat(first.waitedMillis()).isNotNegative();
        assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
        assertThat(statistics("free")).isEqualTo(new CampaignStatistics("free", 2, 1));
    }

    @Test
    void aCampaignThatIsLockedUntilTheWaitIsOverIsAConflictThatNamesTheHolder() throws Exception {
        try (LockHandle held = testLocks.otherInstance("somebody else").hold("campaign:taken")) {
            ProblemDetail problem = problem("/campaigns/taken/launch", HttpStatus.CONFLICT);

            assertThat(problem.getType()).isEqualTo(LockProblems.LOCKED);
            assertThat(problem.getDetail()).contains("campaign:taken", "somebody else");
            assertThat(problem.getProperties())
                    .containsEntry("key", held.key())
                    .containsEntry("holder", "somebody else")
                    .hasEntrySatisfying(
                            "waitedMillis",
                            waited -> assertThat(((Number) waited).longValue()).isBetween(300L, 5_000L));
            assertThat(statistics("taken").runs()).isZero();
        }
    }

    @Test
    void aCampaignThatRunsInThisVeryInstanceNamesThisInstance() throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try {
            Future<LaunchResponse> running = caller.submit(() -> launch("here", "2s"));
            testLocks.awaitHeld("campaign:here");

            ProblemDetail problem = problem("/campaigns/here/launch", HttpStatus.CONFLICT);

            assertThat(problem.getProperties()).containsEntry("holder", locks.ownerName());
            assertThat(running.get(20, TimeUnit.SECONDS).instance()).isEqualTo(locks.ownerName());
        } finally {
            caller.shutdownNow();
        }
    }

    @Test
    void aSecondInstanceWaitsForTheFirst() throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try (DemonstrationInstance second = DemonstrationInstance.start("second", Duration.ofSeconds(20), dynamoDb)) {
            Future<LaunchResponse> running = caller.submit(() -> launch("both", "1s"));
            testLocks.awaitHeld("campaign:both");

            Attempt attempt = second.launch("both", WorkTime.valueOf("1ms"));

            LaunchResponse first = running.get(20, TimeUnit.SECONDS);
            assertThat(attempt.order()).isGreaterThan(first.fencingToken()).isLessThan(Long.MAX_VALUE);
            assertThat(attempt.waitedMillis()).isPositive();
            assertThat(statistics("both")).isEqualTo(new CampaignStatistics("both", 2, 1));
        } finally {
            caller.shutdownNow();
        }
    }

    @Test
    void aWorkTimeThatCanNotBeReadIsABadRequestThatSaysWhatIsTaken() {
        ProblemDetail problem = problem("/campaigns/42/launch?work=soon", HttpStatus.BAD_REQUEST);

        assertThat(problem.getDetail())
                .isEqualTo("'work' must be a time such as 500ms, 2s or 1m, and at most 10m; it was 'soon'");
    }

    @Test
    void aFailingTableIsNotTakenForAConflict() throws Exception {
        dynamoDb.putItem(put -> put.tableName("locks").item(Map.of("key", AttributeValue.fromS("campaign:odd"))));

        ProblemDetail problem = problem("/campaigns/odd/launch", HttpStatus.SERVICE_UNAVAILABLE);

        assertThat(problem.getDetail()).contains("campaign:odd");
    }

    @Test
    void theActuatorShowsWhatIsHeld() throws Exception {
        try (LockHandle held = locks.acquire("campaign:shown")) {
            String shown = get("/actuator/dynamolocks");

            assertThat(shown).contains("campaign:shown", Long.toString(held.fencingToken()));
        }
        assertThat(get("/actuator/dynamolocks")).doesNotContain("campaign:shown");
        assertThat(get("/actuator/health")).contains("\"dynamolock\"").contains("\"status\":\"UP\"");
        assertThat(get("/actuator/metrics/dynamolock.hold")).contains("dynamolock.hold");
    }

    private LaunchResponse launch(String campaign) {
        return launch(campaign, "10ms");
    }

    private LaunchResponse launch(String campaign, String work) {
        LaunchResponse answer = web.post()
                .uri("/campaigns/" + campaign + "/launch?work=" + work)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(LaunchResponse.class)
                .returnResult()
                .getResponseBody();
        assertThat(answer).isNotNull();
        return answer;
    }

    private ProblemDetail problem(String uri, HttpStatus status) {
        ProblemDetail problem = web.post()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody(ProblemDetail.class)
                .returnResult()
                .getResponseBody();
        assertThat(problem).isNotNull();
        return problem;
    }

    private CampaignStatistics statistics(String campaign) {
        CampaignStatistics answer = web.get()
                .uri("/campaigns/" + campaign)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(CampaignStatistics.class)
                .returnResult()
                .getResponseBody();
        assertThat(answer).isNotNull();
        return answer;
    }

    private String get(String uri) {
        return String.valueOf(web.get()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody());
    }
}
