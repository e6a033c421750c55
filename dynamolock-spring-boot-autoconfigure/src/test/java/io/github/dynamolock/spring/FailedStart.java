package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;

/** An application that can't start, and says why without a stack trace. */
public final class FailedStart {

    private FailedStart() {}

    public static void of(CapturedOutput output, Class<?> configuration, String... properties) {
        SpringApplication application = new SpringApplication(configuration);
        application.setWebApplicationType(WebApplicationType.NONE);
        assertThat(catchThrowable(() -> application.run(properties))).isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START").doesNotContain("\tat ");
    }
}
