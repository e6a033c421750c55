package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.ClassUtils;

/** The advice applies however the application makes its proxies. Runs twice: with AspectJ on the class path, and without. */
@ExtendWith(OutputCaptureExtension.class)
class ProxyTests {

    private static final boolean WITHOUT_ASPECTJ = Boolean.getBoolean("dynamolock.test.without-aspectj");

    private final ApplicationContextRunner runner = LockTestContext.runner()
            .withBean("service", Service.class, Implementation::new)
            .withBean(Plain.class);

    @Test
    void aspectJIsThereOnlyWhereItShouldBe() {
        assertThat(ClassUtils.isPresent(
                        "org.aspectj.lang.annotation.Aspect", getClass().getClassLoader()))
                .isNotEqualTo(WITHOUT_ASPECTJ);
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void beansAreLockedWhateverTheProxySettings(boolean auto, boolean targetClass) {
        runner.withPropertyValues("spring.aop.auto=" + auto, "spring.aop.proxy-target-class=" + targetClass)
                .run(context -> {
                    Service service = context.getBean(Service.class);
                    assertThat(AopUtils.isJdkDynamicProxy(service)).isEqualTo(!targetClass);
                    service.onInterface("1");
                    service.onImplementation("2");
                    context.getBean(Plain.class).run("3");
                    assertThat(context.getBean(FakeLockClient.class).events)
                            .containsExactly(
                                    "acquire interface:1",
                                    "release interface:1",
                                    "acquire implementation:2",
                                    "release implementation:2",
                                    "acquire plain:3",
                                    "release plain:3");
                });
    }

    @Test
    void beansAreLockedWithLazyInitialization() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    context.getBean(Service.class).onImplementation("2");
                    context.getBean(Plain.class).run("3");
                    assertThat(context.getBean(FakeLockClient.class).events)
                            .contains("acquire implementation:2", "acquire plain:3");
                });
    }

    @Test
    void noBeanIsCreatedTooEarlyForItsProxy(CapturedOutput output) {
        runner.withPropertyValues("debug=false")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("not eligible for getting processed");
    }

    @Test
    void methodsThatNoProxyCanLockAreNamed(CapturedOutput output) {
        LockTestContext.runner()
                .withBean(Unadvisable.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output)
                .contains("@DistributedLock on " + Unadvisable.class.getName()
                        + ".hidden(String) has no effect: the method is private")
                .contains(".sealed() has no effect: the method is final")
                .contains(".global() has no effect: the method is static")
                .doesNotContain(".fine() has no effect")
                .doesNotContain(".unannotated() has no effect");
    }

    @Test
    void aFinalMethodThatIsReachedThroughAnInterfaceIsLockedByAJdkProxy(CapturedOutput output) {
        LockTestContext.runner()
                .withBean("service", Runnable.class, FinalImplementation::new)
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .run(context -> {
                    context.getBean("service", Runnable.class).run();
                    assertThat(context.getBean(FakeLockClient.class).events).contains("acquire final");
                });
        assertThat(output).doesNotContain("has no effect");
    }

    @Test
    void beansThatReferToEachOtherAreLocked() {
        LockTestContext.runner()
                .withAllowCircularReferences(true)
                .withBean("ping", Ping.class)
                .withBean("pong", Pong.class)
                .run(context -> {
                    context.getBean(Ping.class).run();
                    assertThat(context.getBean(FakeLockClient.class).events)
                            .containsExactly("acquire ping", "acquire pong", "release pong", "release ping");
                    context.getBean(Pong.class).callPing();
                    assertThat(context.getBean(FakeLockClient.class).events).hasSize(8);
                });
    }

    @Test
    void aPackagePrivateMethodIsLockedUnderAClassLoaderOfTheApplicationsOwn() throws IOException {
        try (URLClassLoader own = new URLClassLoader(new URL[0], getClass().getClassLoader())) {
            LockTestContext.runner()
                    .withClassLoader(own)
                    .withBean(AnnotationPlacementTests.PackagePrivate.class)
                    .run(context -> {
                        context.getBean(AnnotationPlacementTests.PackagePrivate.class)
                                .run();
                        assertThat(context.getBean(FakeLockClient.class).events)
                                .containsExactly("acquire package", "release package");
                    });
        }
    }

    @Test
    void aFinalClassStopsTheStartup() {
        LockTestContext.runner()
                .withBean(Sealed.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "Could not generate CGLIB subclass of class " + Sealed.class.getName()));
    }

    @Test
    void aFinalClassIsLockedByAJdkProxy() {
        LockTestContext.runner()
                .withBean("service", Runnable.class, Sealed::new)
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .run(context -> {
                    context.getBean("service", Runnable.class).run();
                    assertThat(context.getBean(FakeLockClient.class).events).contains("acquire sealed");
                });
    }

    @Test
    @EnabledIfSystemProperty(named = "dynamolock.test.without-aspectj", matches = "true")
    void withoutAspectJItsModeIsRefusedWithAReason() {
        LockTestContext.runner()
                .withPropertyValues("dynamolock.annotation.mode=aspectj")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("dynamolock.annotation.mode is aspectj, but"));
    }

    interface Service {
        @DistributedLock(key = "'interface:' + #id")
        void onInterface(String id);

        void onImplementation(String id);
    }

    static class Implementation implements Service {
        @Override
        public void onInterface(String id) {}

        @Override
        @DistributedLock(key = "'implementation:' + #id")
        public void onImplementation(String id) {}
    }

    static class Plain {
        @DistributedLock(key = "'plain:' + #id")
        public void run(String id) {}
    }

    static class Ping {

        @Autowired
        @Nullable
        Pong pong;

        @DistributedLock("'ping'")
        public void run() {
            Objects.requireNonNull(pong).run();
        }
    }

    static class Pong {

        @Autowired
        @Nullable
        Ping ping;

        @DistributedLock("'pong'")
        public void run() {}

        public void callPing() {
            Objects.requireNonNull(ping).run();
        }
    }

    static final class Sealed implements Runnable {
        @Override
        @DistributedLock("'sealed'")
        public void run() {}
    }

    static class FinalImplementation implements Runnable {
        @Override
        @DistributedLock("'final'")
        public final void run() {}
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    static class Unadvisable {
        @DistributedLock("'a'")
        private void hidden(String id) {}

        @DistributedLock("'a'")
        public final void sealed() {}

        @DistributedLock("'a'")
        public static void global() {}

        @DistributedLock("'a'")
        public void fine() {}

        public final void unannotated() {}
    }
}
