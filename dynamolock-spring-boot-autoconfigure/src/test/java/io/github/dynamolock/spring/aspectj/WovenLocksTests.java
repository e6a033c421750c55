package io.github.dynamolock.spring.aspectj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.spring.AnnotationDefaults;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.DistributedLockAdvisor;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.LockContext;
import io.github.dynamolock.spring.LockTestContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.AliasFor;

/** Locks that AspectJ weaves in. The build runs these tests once with the weaver's agent and once without. */
class WovenLocksTests {

    private static final String WOVEN = "dynamolock.test.woven";

    private final ApplicationContextRunner runner =
            LockTestContext.runner().withPropertyValues("dynamolock.annotation.mode=aspectj");

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void aSelfInvokedMethodIsLocked() {
        events(Jobs::callsItself).containsExactly("acquire self", "body", "release self");
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void privateFinalAndStaticMethodsAreLocked() {
        events(Jobs::callsPrivate).containsExactly("acquire private", "body", "release private");
        events(Jobs::finalMethod).containsExactly("acquire final", "body", "release final");
        events(jobs -> Jobs.staticMethod(jobs.locks)).containsExactly("acquire static", "body", "release static");
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void keysComposedAnnotationsAndClassesWorkAsWithProxies() {
        events(jobs -> jobs.byKey("42")).containsExactly("acquire job:42", "body", "release job:42");
        events(jobs -> jobs.composed("7")).containsExactly("acquire 7", "body", "release 7");
        events(jobs -> new AnnotatedClass(jobs.locks).run()).containsExactly("acquire class", "body", "release class");
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void aFutureIsLockedUntilItIsComplete() {
        runner.withBean(Jobs.class).run(context -> {
            FakeLockClient locks = context.getBean(FakeLockClient.class);
            CompletableFuture<String> body = new CompletableFuture<>();
            CompletableFuture<String> result = context.getBean(Jobs.class).future(body);
            assertThat(locks.events).containsExactly("acquireAsync future", "body");
            body.complete("done");
            assertThat(result).isCompletedWithValue("done");
            assertThat(locks.events).containsExactly("acquireAsync future", "body", "release future");
        });
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void thereAreNoProxiesBesides() {
        runner.withBean(Jobs.class).run(context -> {
            assertThat(context).doesNotHaveBean(DistributedLockAdvisor.class);
            assertThat(AopUtils.isAopProxy(context.getBean(Jobs.class))).isFalse();
        });
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void withoutARunningApplicationNothingRuns() {
        FakeLockClient locks = new FakeLockClient();
        assertThatIllegalStateException()
                .isThrownBy(() -> new Jobs(locks).finalMethod())
                .withMessageContaining("finalMethod")
                .withMessageContaining("The method did not run");
        assertThat(locks.events).isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void theApplicationThatStartedLastHasTheAspect() {
        runner.withBean(Jobs.class).run(first -> {
            runner.withBean(Jobs.class).run(second -> {
                first.getBean(Jobs.class).finalMethod();
                assertThat(second.getBean(FakeLockClient.class).events)
                        .containsExactly("acquire final", "release final");
            });
            assertThatIllegalStateException()
                    .isThrownBy(() -> first.getBean(Jobs.class).finalMethod());
        });
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void locksOfTheApplicationsOwnAreKept() {
        runner.withInitializer(context -> context.getBeanFactory()
                        .registerSingleton(
                                "own",
                                new WovenLocks(new DistributedLockAdvisor(
                                        context.getBeanFactory(), () -> AnnotationDefaults.STANDARD))))
                .run(context ->
                        assertThat(context).hasSingleBean(WovenLocks.class).hasBean("own"));
    }

    @Test
    @EnabledIfSystemProperty(named = WOVEN, matches = "true")
    void whereItIsDisabledThereAreNone() {
        runner.withPropertyValues("dynamolock.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(WovenLocks.class));
    }

    @Test
    @DisabledIfSystemProperty(named = WOVEN, matches = "true")
    void withoutTheWeaverTheApplicationDoesNotStart() {
        runner.run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining("dynamolock.annotation.mode is aspectj, but")
                .hasStackTraceContaining("-javaagent:aspectjweaver.jar"));
    }

    private ListAssert<String> events(Consumer<Jobs> call) {
        List<String> seen = new ArrayList<>();
        runner.withBean(Jobs.class).run(context -> {
            call.accept(context.getBean(Jobs.class));
            seen.addAll(context.getBean(FakeLockClient.class).events);
        });
        return assertThat(seen);
    }

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @DistributedLock
    @interface Composed {

        @AliasFor(annotation = DistributedLock.class, attribute = "key")
        String by();
    }

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        public void callsItself() {
            self();
        }

        @DistributedLock("'self'")
        public void self() {
            body(locks);
        }

        public void callsPrivate() {
            privateMethod();
        }

        @DistributedLock("'private'")
        private void privateMethod() {
            body(locks);
        }

        @DistributedLock("'final'")
        public final void finalMethod() {
            body(locks);
        }

        @DistributedLock("'static'")
        public static void staticMethod(FakeLockClient locks) {
            body(locks);
        }

        @DistributedLock("'job:' + #id")
        public void byKey(String id) {
            body(locks);
        }

        @Composed(by = "#id")
        public void composed(String id) {
            body(locks);
        }

        @DistributedLock("'future'")
        public CompletableFuture<String> future(CompletableFuture<String> result) {
            body(locks);
            return result;
        }

        static void body(FakeLockClient locks) {
            LockContext.assertHeld();
            locks.events.add("body");
        }
    }

    @DistributedLock("'class'")
    static class AnnotatedClass {

        private final FakeLockClient locks;

        AnnotatedClass(FakeLockClient locks) {
            this.locks = locks;
        }

        public void run() {
            Jobs.body(locks);
        }
    }
}
