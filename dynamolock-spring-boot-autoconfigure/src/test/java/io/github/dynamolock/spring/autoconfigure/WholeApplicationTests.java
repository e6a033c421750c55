package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.LockContext;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.validation.constraints.NotBlank;
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
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.validation.annotation.Validated;

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
            assertThatExceptionOfType(AuthenticationCredentialsNotFoundException.class)
                    .isThrownBy(() -> context.getBean(Everything.class).run("7"));
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
    @EnableMethodSecurity
    @EnableTransactionManagement
    @EnableCaching
    @EnableAsync
    @EnableScheduling
    @EnableResilientMethods
    static class Application {

        @Bean
        EmptyTransactions transactionManager() {
            return new EmptyTransactions();
        }

        @Bean
        CacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        Everything everything() {
            return new Everything();
        }

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

    @Validated
    static class Everything {

        @Transactional
        @Cacheable("results")
        @Retryable
        @PreAuthorize("hasRole('ADMIN')")
        @DistributedLock(key = "'everything:' + #id")
        public String run(@NotBlank String id) {
            return id;
        }

        @Async
        @DistributedLock("'async'")
        public void later() {}

        @Scheduled(initialDelay = 1_000_000_000, fixedDelay = 1_000_000_000)
        @DistributedLock("'nightly'")
        public void nightly() {}
    }
}
