package io.github.dynamolock.verification;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.spring.leader.LeadershipEvent;
import io.github.dynamolock.spring.leader.LeadershipGranted;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What {@link Leader} is, as an application whose elector comes from properties. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SpringLeader {

    public static void main(String[] args) throws IOException {
        long lease = Long.parseLong(args[3]);
        SpringApplication application = new SpringApplication(SpringLeader.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        LeaderElector elector = application
                .run(
                        "--endpoint=" + args[0],
                        "--dynamolock.table.name=" + args[1],
                        "--dynamolock.lease-duration=" + lease + "ms",
                        "--dynamolock.heartbeat-period=" + lease / 4 + "ms",
                        "--dynamolock.leader.tested.key=" + args[2],
                        "--dynamolock.leader.tested.retry-pause=200ms")
                .getBean(LeaderElector.class);
        TermLog.write(elector, Path.of(args[4]));
    }

    @Bean
    DynamoDbClient dynamoDbClient(Environment environment) {
        return Holder.dynamoDb(URI.create(environment.getRequiredProperty("endpoint")));
    }

    @Bean
    Saying saying() {
        return new Saying();
    }

    static final class Saying implements ApplicationListener<LeadershipEvent> {

        @Override
        public void onApplicationEvent(LeadershipEvent event) {
            Leader.say((event instanceof LeadershipGranted ? "granted " : "revoked ") + event.getFencingToken());
        }
    }
}
