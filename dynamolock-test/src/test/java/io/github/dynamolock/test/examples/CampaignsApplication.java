package io.github.dynamolock.test.examples;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application that the examples test. */
@SpringBootApplication
class CampaignsApplication {

    @Bean
    Mailer mailer() {
        return campaign -> {
            throw new UnsupportedOperationException("no mail from a test");
        };
    }
}
