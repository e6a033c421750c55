package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.LockContext;
import io.github.dynamolock.spring.LockedTransactions;
import io.github.dynamolock.spring.OnUnavailable;
import io.github.dynamolock.spring.leader.LeadershipGranted;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.springframework.aop.support.AopUtils;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** What {@link AheadOfTimeTests} processes at build time and runs in a JVM of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableTransactionManagement
public class AheadOfTimeApplication {

    /** Starts, calls locked methods, prints what happened, and ends. */
    public static void main(String[] arguments) throws InterruptedException {
        SpringApplication application = new SpringApplication(AheadOfTimeApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            System.out.println("ahead of time: " + AotDetector.useGeneratedArtifacts());
            Jobs jobs = context.getBean(Jobs.class);
            System.out.println("proxy: " + AopUtils.isCglibProxy(jobs));
            System.out.println("token: " + jobs.run(new Order("7")));
            System.out.println("listeners: "
                    + context.getBean(EmptyTransactions.class).getTransactionExecutionListeners().stream()
                            .filter(LockedTransactions.class::isInstance)
                            .count());
            System.out.println(
                    "granted: " + context.getBean(Leaders.class).granted.poll(30, TimeUnit.SECONDS));
            LockClient locks = context.getBean(LockClient.class);
            try (LockHandle taken = locks.acquire("prefix/job:8")) {
                System.out.println("taken: " + taken.isHeld() + ", instead: " + jobs.run(new Order("8")));
            }
        }
    }

    @Bean
    Jobs jobs() {
        return new Jobs();
    }

    @Bean
    EmptyTransactions transactionManager() {
        return new EmptyTransactions();
    }

    @Bean
    Leaders leaders() {
        return new Leaders();
    }

    static class Leaders implements ApplicationListener<LeadershipGranted> {

        private final BlockingQueue<String> granted = new LinkedBlockingQueue<>();

        @Override
        public void onApplicationEvent(LeadershipGranted event) {
            granted.add(event.getElectorName() + " " + event.getKey());
        }
    }

    record Order(String id) {}

    static class Jobs {

        @Transactional
        @DistributedLock(
                key = "'job:' + #order.id",
                waitTime = "${jobs.wait}",
                onUnavailable = OnUnavailable.FALLBACK,
                fallbackMethod = "instead")
        public List<Object> run(Order order) {
            LockContext.assertHeld();
            return List.of(LockContext.current().key(), LockContext.current().fencingToken());
        }

        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        private List<Object> instead(Order order, LockException why) {
            return List.of(why.getClass().getSimpleName());
        }
    }
}
