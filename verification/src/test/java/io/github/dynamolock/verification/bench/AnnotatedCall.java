package io.github.dynamolock.verification.bench;

import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.autoconfigure.DistributedLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.aopalliance.intercept.MethodInterceptor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One call of a method that does nothing: alone, through a proxy, and through the advice of two lock libraries. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AnnotatedCall {

    private final Service plain = new Service();
    private final ConfigurableApplicationContext context;
    private final Service proxied;
    private final Service service;

    /** Starts an application with both libraries, over locks that are granted at once and without I/O. */
    public AnnotatedCall() {
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "logging.level.root=warn")
                .run();
        service = context.getBean(Service.class);
        ProxyFactory proxies = new ProxyFactory(new Service());
        proxies.setProxyTargetClass(true);
        proxies.addAdvice((MethodInterceptor) invocation -> invocation.proceed());
        proxied = (Service) proxies.getProxy();
    }

    /** Stops it. */
    @TearDown
    public void stop() {
        context.close();
    }

    /** The method itself. */
    @Benchmark
    public long direct() {
        return plain.plain(42);
    }

    /** A proxy whose advice does nothing. */
    @Benchmark
    public long emptyAdvice() {
        return proxied.plain(42);
    }

    /** Our annotation with a key of its argument. */
    @Benchmark
    public long distributedLock() {
        return service.locked(42);
    }

    /** Our annotation with a key that is always the same. */
    @Benchmark
    public long distributedLockOfLiteral() {
        return service.lockedByLiteral(42);
    }

    /** ShedLock's annotation; its names are always the same. */
    @Benchmark
    public long schedulerLock() {
        return service.shedLocked(42);
    }

    /** The methods that are called. */
    public static class Service {

        /** For proxies. */
        public Service() {}

        /** Nothing around it. */
        public long plain(long id) {
            return id + 1;
        }

        /** By key. */
        @DistributedLock("'campaign:' + #id")
        public long locked(long id) {
            return id + 1;
        }

        /** By literal. */
        @DistributedLock("'campaign'")
        public long lockedByLiteral(long id) {
            return id + 1;
        }

        /** By name. */
        @SchedulerLock(name = "campaign")
        public Long shedLocked(long id) {
            return id + 1;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableSchedulerLock(defaultLockAtMostFor = "PT20S")
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DynamoLockAutoConfiguration.class,
        DistributedLockAutoConfiguration.class
    })
    static class Application {

        @Bean
        Service service() {
            return new Service();
        }

        @Bean(destroyMethod = "")
        InstantLocks locks() {
            return new InstantLocks();
        }

        @Bean
        LockProvider lockProvider() {
            return configuration -> Optional.of(() -> {});
        }
    }
}
