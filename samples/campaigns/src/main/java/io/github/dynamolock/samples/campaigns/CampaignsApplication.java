package io.github.dynamolock.samples.campaigns;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the application. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class CampaignsApplication {

    /** Starts it with these command line arguments. */
    public static void main(String[] args) {
        SpringApplication.run(CampaignsApplication.class, args);
    }
}
