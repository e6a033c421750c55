package io.github.dynamolock.samples.campaigns;

import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.spring.autoconfigure.DistributedLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.time.Duration;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One more instance of this application without its web front: a context with a lock client of its own. */
final class DemonstrationInstance implements AutoCloseable {

    private final String name;
    private final ConfigurableApplicationContext context;
    private final CampaignService campaigns;

    private DemonstrationInstance(String name, ConfigurableApplicationContext context) {
        this.name = name;
        this.context = context;
        this.campaigns = context.getBean(CampaignService.class);
    }

    static DemonstrationInstance start(String name, Duration wait, DynamoDbClient dynamoDb) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(Beans.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                // Both instances use the DynamoDB of the application that started them, as its own would.
                .initializers(context -> context.getBeanFactory().registerSingleton("dynamoDbClient", dynamoDb));
        // The process has one logging system, and it is the application's: a context that closes would shut it down.
        application
                .application()
                .setListeners(application.application().getListeners().stream()
                        .filter(listener -> !(listener instanceof LoggingApplicationListener))
                        .toList());
        return new DemonstrationInstance(
                name,
                application.run(
                        "--dynamolock.local.enabled=false",
                        "--dynamolock.owner-name=" + name,
                        "--dynamolock.wait-time=" + wait.toMillis() + "ms"));
    }

    Attempt launch(String campaign, WorkTime work) throws InterruptedException {
        long asked = System.nanoTime();
        try {
            Run run = campaigns.launch(campaign, work);
            return new Attempt(name, run.waitedMillis(asked), run);
        } catch (LockNotGrantedException locked) {
            return new Attempt(name, locked.waited().toMillis(), null);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    /** No component, so that the application's own scan passes it by. */
    @ImportAutoConfiguration({DynamoLockAutoConfiguration.class, DistributedLockAutoConfiguration.class})
    @EnableConfigurationProperties(CampaignsProperties.class)
    @Import({CampaignService.class, CampaignRuns.class})
    static class Beans {}
}
