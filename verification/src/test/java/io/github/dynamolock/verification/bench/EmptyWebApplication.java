package io.github.dynamolock.verification.bench;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A web application without any code; prints how long it took to start and how many beans it has, and ends. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class EmptyWebApplication {

    public static void main(String[] arguments) {
        long began = System.nanoTime();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(EmptyWebApplication.class)
                .web(WebApplicationType.SERVLET)
                .properties("spring.main.banner-mode=off", "logging.level.root=warn", "server.port=0")
                .run(arguments)) {
            System.out.printf(
                    "started %d %d%n", (System.nanoTime() - began) / 1_000_000, context.getBeanDefinitionCount());
        }
    }
}
