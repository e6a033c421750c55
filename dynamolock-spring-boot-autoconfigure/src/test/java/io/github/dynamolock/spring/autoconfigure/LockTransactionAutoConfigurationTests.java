package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.LockTestContext;
import io.github.dynamolock.spring.LockedTransactions;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

@ExtendWith(OutputCaptureExtension.class)
class LockTransactionAutoConfigurationTests {

    private final ApplicationContextRunner runner =
            LockTestContext.runner().withConfiguration(AutoConfigurations.of(LockTransactionAutoConfiguration.class));

    private final ApplicationContextRunner managed = runner.withConfiguration(AutoConfigurations.of(
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionManagerCustomizationAutoConfiguration.class))
            .withBean(DriverManagerDataSource.class);

    private static void assertListensOnce(ApplicationContextRunner runner) {
        runner.run(context -> assertThat(
                        context.getBean(ConfigurableTransactionManager.class).getTransactionExecutionListeners())
                .filteredOn(LockedTransactions.class::isInstance)
                .hasSize(1));
    }

    @Test
    void theManagerOfBootIsGivenTheListenerAndNoBeanIsCreatedTooEarly(CapturedOutput output) {
        assertListensOnce(managed);
        assertThat(output).doesNotContain("not eligible for getting processed").doesNotContain(" WARN ");
    }

    @Test
    void aManagerDefinedByHandIsGivenTheListener() {
        assertListensOnce(managed.withBean(ByHand.class));
    }

    @Test
    void aManagerThatSetsItsOwnListenersKeepsThemAndIsGivenOurs() {
        managed.withBean(OwnListeners.class)
                .run(context -> assertThat(context.getBean(OwnListeners.class).getTransactionExecutionListeners())
                        .hasSize(2)
                        .hasAtLeastOneElementOfType(LockedTransactions.class));
    }

    @Test
    void aManagerThatAFactoryBeanMakesIsGivenTheListener() {
        assertListensOnce(managed.withBean(Factory.class));
    }

    @Test
    void anApplicationThatRegistersTheListenerItselfHasItOnce() {
        assertListensOnce(managed.withUserConfiguration(ListenerBean.class));
    }

    @Test
    void withoutTheLibraryEnabledThereIsNoListener() {
        managed.withPropertyValues("dynamolock.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean("lockedTransactionsPostProcessor");
            assertThat(context.getBean(ConfigurableTransactionManager.class).getTransactionExecutionListeners())
                    .isEmpty();
        });
    }

    @Test
    void withoutSpringsTransactionsItBacksOff() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("lockedTransactionsPostProcessor"));
    }

    @Test
    void withoutTheLockClientsClassesItBacksOff() {
        runner.withClassLoader(new FilteredClassLoader(LockClient.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("lockedTransactionsPostProcessor"));
    }

    @Test
    void lockedMethodsRunWithoutSpringsTransactionsOnTheClassPath() throws Exception {
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !new File(entry).getName().matches("spring-(tx|jdbc|boot-transaction|boot-jdbc)-.*"))
                .map(LockTransactionAutoConfigurationTests::url)
                .toArray(URL[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            Callable<?> application = (Callable<?>) loader.loadClass(Application.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            assertThat(application.call()).isEqualTo(List.of("no transactions", "acquire job", "body", "release job"));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL url(String entry) {
        try {
            return new File(entry).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    /** Loaded by a class loader of its own. */
    public static final class Application implements Callable<List<String>> {

        @Override
        public List<String> call() {
            List<String> seen = new java.util.ArrayList<>();
            try {
                Class.forName("org.springframework.transaction.support.TransactionSynchronizationManager");
            } catch (ClassNotFoundException none) {
                seen.add("no transactions");
            }
            LockTestContext.runner().withBean(Jobs.class).run(context -> {
                context.getBean(Jobs.class).run();
                seen.addAll(context.getBean(FakeLockClient.class).events);
            });
            return seen;
        }
    }

    public static class Jobs {

        private final FakeLockClient locks;

        public Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @io.github.dynamolock.spring.DistributedLock("'job'")
        public void run() {
            locks.events.add("body");
        }
    }

    @SuppressWarnings("serial")
    static class ByHand extends JdbcTransactionManager {

        ByHand(AbstractDriverBasedDataSource dataSource) {
            super(dataSource);
        }
    }

    @SuppressWarnings("serial")
    static class OwnListeners extends JdbcTransactionManager implements InitializingBean {

        OwnListeners(AbstractDriverBasedDataSource dataSource) {
            super(dataSource);
        }

        @Override
        public void afterPropertiesSet() {
            super.afterPropertiesSet();
            setTransactionExecutionListeners(List.of(new TransactionExecutionListener() {}));
        }
    }

    static class Factory implements FactoryBean<JdbcTransactionManager> {

        private final AbstractDriverBasedDataSource dataSource;

        Factory(AbstractDriverBasedDataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        public JdbcTransactionManager getObject() {
            return new JdbcTransactionManager(dataSource);
        }

        @Override
        public Class<?> getObjectType() {
            return JdbcTransactionManager.class;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ListenerBean {

        @Bean
        LockedTransactions own() {
            return new LockedTransactions();
        }
    }
}
