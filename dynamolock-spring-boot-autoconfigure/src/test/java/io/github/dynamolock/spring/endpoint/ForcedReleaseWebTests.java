package io.github.dynamolock.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.MapAssert;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Locks that are looked at and freed over HTTP, through a real server. */
@ExtendWith(OutputCaptureExtension.class)
class ForcedReleaseWebTests {

    private static final String UNRESTRICTED = "--management.endpoint.dynamolocks.access=unrestricted";

    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable ConfigurableApplicationContext context;

    private void start(Class<?> configuration, String... properties) {
        SpringApplication application = new SpringApplication(configuration);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setDefaultProperties(Map.of(
                "server.port", "0",
                "spring.autoconfigure.exclude",
                        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "dynamolock.local.enabled", "true",
                "dynamolock.local.port", "0",
                "dynamolock.owner-name", "orders-1",
                "dynamolock.lease-duration", "2s",
                "dynamolock.heartbeat-period", "100ms",
                "management.endpoints.web.exposure.include", "*"));
        context = application.run(properties);
    }

    @AfterEach
    void stop() {
        if (context != null) {
            context.close();
        }
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        String port = context().getEnvironment().getProperty("local.server.port");
        URI uri = URI.create("http://localhost:" + port + "/actuator/dynamolocks" + path);
        return http.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private ConfigurableApplicationContext context() {
        return Objects.requireNonNull(context);
    }

    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private LockClient locks() {
        return context().getBean(LockClient.class);
    }

    private static MapAssert<String, Object> body(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        @SuppressWarnings("unchecked")
        Map<String, Object> body = new JsonMapper().readValue(response.body(), Map.class);
        return assertThat(body);
    }

    private static AbstractStringAssert<?> row(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return assertThat(new JsonMapper()
                .readTree(response.body())
                .at("/clients/lockClient/key")
                .asString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "a/b/c",
                "with space",
                "grün:鍵",
                "100%",
                "a+b",
                "a?b=c&d",
                "a//b",
                "/a",
                "a/",
                "a;b=1",
                "..",
                "%2F",
                "a\\b",
                "\"#"
            })
    void aKeyOfAnyCharactersIsFoundAndFreedByTheParameter(String key) throws Exception {
        start(Application.class, UNRESTRICTED);
        LockHandle lock = locks().acquire(key);
        row(send("GET", "?key=" + encoded(key))).isEqualTo(key);
        body(send("DELETE", "?key=" + encoded(key)), 200)
                .containsEntry("outcome", "FREED")
                .containsEntry("key", key)
                .containsEntry("fencingToken", lock.fencingToken());
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a/b/c", "with space", "grün:鍵", "100%", "a+b", "a?b=c&d"})
    void aKeyWithoutEmptyPartsIsFoundAndFreedByThePath(String key) throws Exception {
        start(Application.class, UNRESTRICTED);
        locks().acquire(key);
        String path = "/" + encoded(key).replace("%2F", "/");
        row(send("GET", path)).isEqualTo(key);
        body(send("DELETE", path), 200).containsEntry("outcome", "FREED").containsEntry("key", key);
    }

    @Test
    void theDisplacedHolderIsToldAndTheNextOneHasAGreaterToken(CapturedOutput output) throws Exception {
        start(Application.class, UNRESTRICTED);
        LockHandle lock = locks().acquire("k\n1");
        CompletableFuture<LockLoss> lost = lock.lost().toCompletableFuture();
        body(send("DELETE", "?key=k%0A1"), 200)
                .containsEntry("client", "lockClient")
                .containsEntry("ownerName", "orders-1")
                .containsEntry("fencingToken", lock.fencingToken());
        assertThat(lost.get(30, TimeUnit.SECONDS).reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER);
        assertThat(lock.isHeld()).isFalse();
        assertThat(locks().acquire("k\n1").fencingToken()).isGreaterThan(lock.fencingToken() + 1);
        assertThat(output)
                .contains("WARN")
                .contains("lock 'k\\u000a1' of lock client 'lockClient' was freed by force, by somebody who did not log"
                        + " in: it was held by 'orders-1' with fencing token " + lock.fencingToken());
    }

    @Test
    void aFreeLockIsLeftAsItIs() throws Exception {
        start(Application.class, UNRESTRICTED);
        locks().acquire("k").release();
        body(send("DELETE", "/k"), 200).containsEntry("outcome", "ALREADY_FREE").containsEntry("client", "lockClient");
        body(send("DELETE", "/none"), 404).containsEntry("outcome", "NOT_FOUND").containsEntry("key", "none");
        assertThat(send("DELETE", "").statusCode()).isEqualTo(400);
        assertThat(send("GET", "/none").statusCode()).isEqualTo(404);
        assertThat(send("GET", "?key=none").statusCode()).isEqualTo(404);
    }

    @Test
    void withoutBeingAskedForItFreesNothing() throws Exception {
        start(Application.class);
        LockHandle lock = locks().acquire("k");
        assertThat(send("DELETE", "/k").statusCode()).isEqualTo(405);
        assertThat(send("DELETE", "?key=k").statusCode()).isEqualTo(405);
        assertThat(send("GET", "/k").statusCode()).isEqualTo(200);
        lock.heartbeat();
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aCapOnAccessHoldsToo() throws Exception {
        start(Application.class, UNRESTRICTED, "--management.endpoints.access.max-permitted=read-only");
        locks().acquire("k");
        assertThat(send("DELETE", "/k").statusCode()).isEqualTo(405);
    }

    @Test
    void ofSeveralClientsWithSuchARowOneMustBeNamed() throws Exception {
        start(TwoTables.class, UNRESTRICTED);
        LockHandle first = locks().acquire("k");
        LockHandle second = context().getBean("orderLocks", LockClient.class).acquire("k");
        context().getBean("orderLocks", LockClient.class).acquire("only");
        body(send("DELETE", "/k"), 400)
                .containsEntry("outcome", "AMBIGUOUS")
                .hasEntrySatisfying("message", text -> assertThat((String) text).contains("[lockClient, orderLocks]"));
        body(send("DELETE", "/k?client=none"), 404).containsEntry("outcome", "UNKNOWN_CLIENT");
        body(send("DELETE", "/k?client=orderLocks"), 200)
                .containsEntry("outcome", "FREED")
                .containsEntry("client", "orderLocks")
                .containsEntry("fencingToken", second.fencingToken());
        assertThat(second.lost().toCompletableFuture().get(30, TimeUnit.SECONDS))
                .isNotNull();
        assertThat(first.isHeld()).isTrue();
        body(send("DELETE", "/only"), 200).containsEntry("client", "orderLocks");
    }

    @Test
    void theKeysOfTheListAreMaskedAsThePropertySays() throws Exception {
        start(
                Application.class,
                "--management.endpoint.dynamolocks.show-keys=when-authorized",
                "--dynamolock.leader.billing.key=secret-leader");
        locks().acquire("secret-held");
        assertThat(send("GET", "").body())
                .contains("\"key\":\"******\"", "\"billing\":{")
                .doesNotContain("secret");
        row(send("GET", "?key=secret-held")).isEqualTo("secret-held");
    }

    @Test
    void theListTellsWhoLeads() throws Exception {
        start(Application.class, "--dynamolock.leader.billing.key=leader:billing");
        Awaitility.await().until(() -> send("GET", "").body().contains("\"leader\":true"));
        JsonNode elector = new JsonMapper().readTree(send("GET", "").body()).at("/leadership/billing");
        assertThat(elector.path("key").asString()).isEqualTo("leader:billing");
        assertThat(elector.path("state").asString()).isEqualTo("LEADER");
        assertThat(elector.path("fencingToken").asLong()).isPositive();
        assertThat(Instant.parse(elector.path("since").asString()))
                .isBefore(Instant.now().plusSeconds(1));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class TwoTables {

        @Bean(defaultCandidate = false)
        LockClient orderLocks(LockClientBuilder builder, DynamoDbClient dynamoDb) throws InterruptedException {
            LockTables.create(dynamoDb, LockTableSpec.of("orders"));
            return builder.table("orders").build();
        }
    }
}
