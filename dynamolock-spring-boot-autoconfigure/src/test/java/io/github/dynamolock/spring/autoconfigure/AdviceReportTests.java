package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.LockTestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.context.annotation.RequestScope;

/** What the log says of methods that are locked, and of those that are not. */
@ExtendWith(OutputCaptureExtension.class)
class AdviceReportTests {

    private final ApplicationContextRunner runner = LockTestContext.runner();

    @Test
    void aBeanThatAPostProcessorNeedsTooEarlyIsNamed(CapturedOutput output) {
        runner.withUserConfiguration(Early.class).run(context -> {
            context.getBean(Jobs.class).run("7");
            assertThat(context.getBean(FakeLockClient.class).events).isEmpty();
        });
        assertThat(output)
                .contains("@DistributedLock on " + Jobs.class.getName()
                        + ".run(String) has no effect in the bean 'earlyJobs'");
    }

    @Test
    void anObjectThatIsRegisteredAsItIsIsNamed(CapturedOutput output) {
        runner.withInitializer(context -> context.getBeanFactory().registerSingleton("ready", new Jobs()))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains(".run(String) has no effect in the bean 'ready'");
    }

    @Test
    void beansThatAreLockedAreNotNamed(CapturedOutput output) {
        runner.withBean("jobs", Jobs.class)
                .withBean("wrapped", WrappingPostProcessor.class)
                .withUserConfiguration(Scoped.class)
                .run(context -> {
                    context.getBean("jobs", Jobs.class).run("7");
                    assertThat(context.getBean(FakeLockClient.class).events).hasSize(2);
                });
        assertThat(output).doesNotContain("has no effect");
    }

    @Test
    void aMethodThatIsPackagePrivateInAnotherPackageIsNamed(CapturedOutput output) {
        runner.withBean(Elsewhere.class).run(context -> assertThat(context).hasNotFailed());
        assertThat(output)
                .contains("@DistributedLock on " + Elsewhere.class.getName()
                        + ".run() has no effect: the method is package-private in another package");
    }

    @Test
    void lockedMethodsAreListedOnRequest(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        String name = "io.github.dynamolock.spring";
        logging.setLogLevel(name, LogLevel.DEBUG);
        try {
            runner.withBean(Jobs.class).run(context -> assertThat(context).hasNotFailed());
        } finally {
            logging.setLogLevel(name, null);
        }
        assertThat(output.getOut()
                        .lines()
                        .filter(line -> line.contains("locks the calls"))
                        .map(line -> line.substring(line.indexOf('@'))))
                .containsExactly("@DistributedLock on " + Jobs.class.getName()
                        + ".run(String) locks the calls through its proxy");
    }

    static class Jobs {

        @DistributedLock("#id")
        public void run(String id) {}

        public void unannotated() {}
    }

    static class Elsewhere extends LockTestContext.PackagePrivateJobs {}

    @Configuration(proxyBeanMethods = false)
    static class Early {

        @Bean
        static Jobs earlyJobs() {
            return new Jobs();
        }

        @Bean
        static FirstOfAll firstOfAll(Jobs jobs) {
            return new FirstOfAll(jobs);
        }
    }

    record FirstOfAll(Jobs jobs) implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return 0;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        @Bean
        @RequestScope(proxyMode = ScopedProxyMode.TARGET_CLASS)
        Jobs perRequest() {
            return new Jobs();
        }
    }

    /** Puts one more proxy around the locked one, as some libraries do. */
    static class WrappingPostProcessor implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String beanName) {
            if (!beanName.equals("jobs")) {
                return bean;
            }
            ProxyFactory factory = new ProxyFactory(bean);
            factory.setProxyTargetClass(true);
            return factory.getProxy();
        }
    }
}
