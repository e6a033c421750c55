package io.github.dynamolock.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.util.UriUtils;

/** The endpoint over HTTP, with a lock in a real table. */
class DynamoLocksEndpointWebTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    JacksonAutoConfiguration.class,
                    HttpMessageConvertersAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    EndpointAutoConfiguration.class,
                    JacksonEndpointAutoConfiguration.class,
                    WebEndpointAutoConfiguration.class,
                    ManagementContextAutoConfiguration.class,
                    DynamoLockAutoConfiguration.class,
                    DynamoLocksEndpointAutoConfiguration.class))
            .withPropertyValues(
                    "dynamolock.local.enabled=true",
                    "dynamolock.local.port=0",
                    "dynamolock.owner-name=orders-1",
                    "management.endpoints.web.exposure.include=*");

    @Test
    void nothingHeld() {
        runner.run(context -> assertThat(get(context, "/actuator/dynamolocks"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                    {"clients": {"lockClient": {"ownerName": "orders-1", "table": "locks", "held": [], "waiting": []}},
                     "leadership": {}}
                    """));
    }

    @Test
    void aHeldLockIsShownWhileItIsHeld() {
        runner.run(context -> {
            LockHandle lock = context.getBean(LockClient.class)
                    .acquire(LockRequest.forKey("campaign:42")
                            .name("Campaigns.launch")
                            .build());
            assertThat(get(context, "/actuator/dynamolocks"))
                    .hasStatusOk()
                    .bodyJson()
                    .extractingPath("$.clients.lockClient.held[0]")
                    .asMap()
                    .containsOnlyKeys(
                            "key",
                            "name",
                            "fencingToken",
                            "acquiredAt",
                            "heldFor",
                            "remainingLease",
                            "lastRenewedAt",
                            "renewals",
                            "thread")
                    .containsEntry("key", "campaign:42")
                    .containsEntry("name", "Campaigns.launch")
                    .containsEntry("fencingToken", lock.fencingToken())
                    .containsEntry("renewals", 0)
                    .containsEntry("thread", Thread.currentThread().getName())
                    .hasEntrySatisfying("acquiredAt", text -> java.time.Instant.parse((String) text))
                    .hasEntrySatisfying("lastRenewedAt", text -> java.time.Instant.parse((String) text))
                    .hasEntrySatisfying("heldFor", text -> java.time.Duration.parse((String) text))
                    .hasEntrySatisfying("remainingLease", text -> java.time.Duration.parse((String) text));
            lock.release();
            assertThat(get(context, "/actuator/dynamolocks"))
                    .bodyJson()
                    .extractingPath("$.clients.lockClient.held")
                    .asArray()
                    .isEmpty();
        });
    }

    @Test
    void theRowOfAKeyIsShownWhateverCharactersTheKeyHas() {
        for (String key : new String[] {"plain", "a/b/c", "with space", "grün:鍵", "100%", "a+b", "a?b=c&d"}) {
            runner.run(context -> {
                context.getBean(LockClient.class).acquire(key);
                assertThat(get(
                                context,
                                "/actuator/dynamolocks/"
                                        + UriUtils.encodePath(key, "UTF-8").replace("?", "%3F")))
                        .as(key)
                        .hasStatusOk()
                        .bodyJson()
                        .extractingPath("$.clients.lockClient")
                        .asMap()
                        .containsEntry("key", key)
                        .containsEntry("state", "HELD_BY_THIS_CLIENT")
                        .containsEntry("ownerName", "orders-1")
                        .containsEntry("released", false);
            });
        }
    }

    @Test
    void aKeyWithoutARowIsNotFound() {
        runner.run(context ->
                assertThat(get(context, "/actuator/dynamolocks/none")).hasStatus(404));
    }

    @Test
    void withoutActuatorThereIsNoEndpoint() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DynamoLocksEndpointAutoConfiguration.class))
                .withBean(FakeLockClient.class)
                .withClassLoader(new FilteredClassLoader(Endpoint.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DynamoLocksEndpoint.class));
    }

    @Test
    void anEndpointWithoutAccessIsNotThere() {
        runner.withPropertyValues("management.endpoint.dynamolocks.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(DynamoLocksEndpoint.class));
    }

    private static MvcTestResult get(AssertableWebApplicationContext context, String path) {
        return MockMvcTester.from(context).get().uri(URI.create(path)).exchange();
    }
}
