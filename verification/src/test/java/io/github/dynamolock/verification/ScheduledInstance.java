package io.github.dynamolock.verification;

import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.github.dynamolock.spring.shedlock.DynamoLockShedLockAutoConfiguration;
import io.github.dynamolock.spring.shedlock.SchedulerLockContext;
import io.github.dynamolock.spring.shedlock.SchedulerLockContextAutoConfiguration;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * An instance of an application with one scheduled job under ShedLock's lock, over our provider. Says {@code ready}, and at
 * each run {@code ran PERIOD TOKEN}. Arguments: endpoint, table.
 */
final class ScheduledInstance {

    /** Between two runs; the job's cron expression says the same. */
    static final long PERIOD_SECONDS = 2;

    private ScheduledInstance() {}

    public static void main(String[] args) {
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.run(
                "--spring.main.banner-mode=off",
                "--dynamolock.client.endpoint=" + args[0],
                "--dynamolock.client.region=us-east-1",
                "--dynamolock.table.name=" + args[1]);
        say("ready");
    }

    static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    @EnableSchedulerLock(defaultLockAtMostFor = "1m")
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DynamoLockAutoConfiguration.class,
        DynamoLockShedLockAutoConfiguration.class,
        SchedulerLockContextAutoConfiguration.class
    })
    static class Application {

        @Bean
        Reports reports() {
            return new Reports();
        }
    }

    static class Reports {

        @Scheduled(cron = "*/2 * * * * *")
        @SchedulerLock(name = "report", lockAtMostFor = "10s", lockAtLeastFor = "1200ms")
        public void send() {
            long period = System.currentTimeMillis() / 1000 / PERIOD_SECONDS;
            say("ran " + period + " " + SchedulerLockContext.current().fencingToken());
        }
    }
}
