package io.github.dynamolock.verification;

import io.github.dynamolock.LockClient;
import java.net.URI;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What {@link Holders} is, as an application that does nothing about its end: that is for its context. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SpringHolders {

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(SpringHolders.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        ConfigurableApplicationContext context = application.run(
                "--spring.main.banner-mode=off",
                "--endpoint=" + args[0],
                "--dynamolock.table.name=" + args[1],
                "--dynamolock.lease-duration=" + args[2] + "ms");
        Holders holders = new Holders();
        holders.take(context.getBean(LockClient.class), Holders.keys(args[3], Integer.parseInt(args[4])));
        holders.answer(context.getBean(DynamoDbClient.class));
    }

    @Bean
    DynamoDbClient dynamoDbClient(Environment environment) {
        return Holder.dynamoDb(URI.create(environment.getRequiredProperty("endpoint")));
    }
}
