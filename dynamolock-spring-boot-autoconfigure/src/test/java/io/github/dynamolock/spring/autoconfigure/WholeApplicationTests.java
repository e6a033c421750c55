package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.LockContext;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with everything that is on this class path, found as Boot finds it. */
@ExtendWith(OutputCaptureExtension.class)
class WholeApplicationTests {

    private static ConfigurableApplicationContext start(String... properties) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of("dynamolock.local.enabled", "true", "dynamolock.local.port", "0"));
        return application.run(properties);
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void itLocksAndNoBeanIsCreatedTooEarly(String lazy, CapturedOutput output) {
        try (ConfigurableApplicationContext context = start("--spring.main.lazy-initialization=" + lazy)) {
            assertThat(context.getBean(Jobs.class).run("7")).isPositive();
        }
        assertThat(output)
                .contains("Started ")
                .doesNotContain("not eligible for getting processed")
                .doesNotContain(" WARN ");
    }

    @Test
    void itIsHealthyAndMeasured() {
        try (ConfigurableApplicationContext context = start()) {
            context.getBean(Jobs.class).run("7");
            assertThat(context.getBean(HealthEndpoint.class).healthForPath("dynamolock"))
                    .extracting("status")
                    .isEqualTo(Status.UP);
            assertThat(context.getBean(MeterRegistry.class)
                            .get("dynamolock.acquire")
                            .tags("lock", "Jobs.run", "outcome", "granted")
                            .timer()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Jobs jobs() {
            return new Jobs();
        }
    }

    static class Jobs {

        @DistributedLock(key = "'job:' + #id")
        public long run(String id) {
            return LockContext.current().fencingToken();
        }
    }
}
