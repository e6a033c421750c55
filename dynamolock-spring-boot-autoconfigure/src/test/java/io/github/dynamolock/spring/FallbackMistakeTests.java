package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** Fallbacks and times that go wrong stop the startup. */
class FallbackMistakeTests {

    static void assertMistake(Class<?> type, String... messageParts) {
        LockTestContext.runner()
                .withInitializer(context -> ((BeanDefinitionRegistry) context.getBeanFactory())
                        .registerBeanDefinition("jobs", new RootBeanDefinition(type)))
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .hasStackTraceContaining(
                                    "InvalidLockAnnotationException: @DistributedLock on " + type.getName() + ".run(");
                    for (String part : messageParts) {
                        assertThat(context.getStartupFailure()).hasStackTraceContaining(part);
                    }
                });
    }

    @Test
    void aNameOfNoMethod() {
        assertMistake(
                Missing.class,
                "fallbackMethod = \"other\" names no method of " + Missing.class.getName(),
                "Declare other(String), with a LockException as a last parameter if you like");
    }

    @Test
    void otherParameters() {
        assertMistake(
                OtherParameters.class,
                "no method 'other' of " + OtherParameters.class.getName() + " has the parameters of the locked one",
                "Declare other(String)");
    }

    @Test
    void aLastParameterThatIsNoExceptionOfALock() {
        assertMistake(WrongException.class, "has the parameters of the locked one");
        assertMistake(ObjectForException.class, "has the parameters of the locked one");
    }

    @Test
    void anotherResult() {
        assertMistake(
                OtherResult.class, "fallbackMethod 'other' returns int", "Return String as the locked method does");
    }

    @Test
    void anotherResultOfAnOverload() {
        assertMistake(OtherResultOfOne.class, "fallbackMethod 'other' returns int");
    }

    @Test
    void theLockedMethodItself() {
        assertMistake(
                Itself.class, "fallbackMethod = \"run\" is the locked method itself, which would run without its lock");
    }

    @Test
    void fallbackWithoutAMethod() {
        assertMistake(NoMethod.class, "onUnavailable = FALLBACK needs a fallbackMethod", "Set both, or neither");
    }

    @Test
    void aMethodWithoutFallback() {
        assertMistake(
                NoFallback.class, "fallbackMethod = \"other\" would never run with onUnavailable = SKIP", "Set both");
    }

    static class Missing {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "other")
        public void run(String id) {}
    }

    static class OtherParameters {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "other")
        public void run(String id) {}

        void other(int id) {}

        void other() {}

        void other(String id, LockException why, String more) {}
    }

    static class WrongException {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "other")
        public void run(String id) {}

        void other(String id, IllegalStateException why) {}
    }

    static class ObjectForException {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "other")
        public void run(String id) {}

        void other(String id, Object why) {}
    }

    static class OtherResult {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "other")
        public String run(String id) {
            return id;
        }

        int other(String id) {
            return 0;
        }
    }

    static class OtherResultOfOne {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "other")
        public String run(String id) {
            return id;
        }

        String other(String id, LockException why) {
            return id;
        }

        int other(String id) {
            return 0;
        }
    }

    static class Itself {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "run")
        public void run(String id) {}
    }

    static class NoMethod {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.FALLBACK)
        public void run(String id) {}
    }

    static class NoFallback {
        @DistributedLock(key = "'a'", onUnavailable = OnUnavailable.SKIP, fallbackMethod = "other")
        public void run(String id) {}

        void other(String id) {}
    }
}
