package io.github.dynamolock.spring;

import static io.github.dynamolock.spring.FallbackMistakeTests.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;

/** The times that an annotation sets. */
class LockTimesTests {

    @Test
    void theyReachTheRequest() {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .withPropertyValues("job.min=2m", "job.max=PT1H")
                .run(context -> {
                    context.getBean(Jobs.class).timed();
                    context.getBean(Jobs.class).equallyLong();
                    FakeLockClient locks = context.getBean(FakeLockClient.class);
                    assertThat(locks.requests.get(0)).satisfies(request -> {
                        assertThat(request.minHold()).contains(Duration.ofMinutes(2));
                        assertThat(request.maxHold()).contains(Duration.ofHours(1));
                        assertThat(request.waitTime()).contains(Duration.ofMillis(1500));
                        assertThat(request.leaseDuration()).contains(Duration.ofSeconds(90));
                    });
                    assertThat(locks.requests.get(1).minHold())
                            .isEqualTo(locks.requests.get(1).maxHold());
                });
    }

    @Test
    void whatIsNotSetIsLeftToTheClient() {
        LockTestContext.runner().withBean(Jobs.class).run(context -> {
            context.getBean(Jobs.class).plain();
            assertThat(context.getBean(FakeLockClient.class).requests)
                    .singleElement()
                    .satisfies(request -> {
                        assertThat(request.minHold()).isEmpty();
                        assertThat(request.maxHold()).isEmpty();
                    });
        });
    }

    @Test
    void aMinimumAboveTheMaximumStopsTheStartup() {
        assertMistake(
                Crossed.class,
                "minHoldTime = PT10S is longer than maxHoldTime = PT9S",
                "Make the maximum the longer one");
    }

    @Test
    void timesThatAreNoneStopTheStartup() {
        assertMistake(ZeroMinimum.class, "minHoldTime = \"0s\" is zero");
        assertMistake(NegativeMaximum.class, "maxHoldTime = \"-1s\" is negative");
        assertMistake(NoProperty.class, "minHoldTime = \"${not.set}\" has a placeholder that no property fills");
    }

    @Test
    void anAnnotationOfOnesOwnMayStandInForEveryAttribute() {
        LockTestContext.runner()
                .withBean("other", FakeLockClient.class)
                .withBean(Composed.class)
                .run(context -> {
                    FakeLockClient other = context.getBean("other", FakeLockClient.class);
                    Composed composed = context.getBean(Composed.class);
                    composed.run("1");
                    assertThat(other.requests).singleElement().satisfies(request -> {
                        assertThat(request.key()).isEqualTo("mine:1");
                        assertThat(request.name()).contains("named");
                        assertThat(request.waitTime()).contains(Duration.ofSeconds(1));
                        assertThat(request.leaseDuration()).contains(Duration.ofSeconds(20));
                        assertThat(request.minHold()).contains(Duration.ofSeconds(3));
                        assertThat(request.maxHold()).contains(Duration.ofSeconds(400));
                        assertThat(request.reentrant()).isFalse();
                    });
                    assertThat(other.tryAcquire("mine:2")).isPresent();
                    assertThat(composed.run("2")).isEqualTo("fallback 2");
                    composed.lose(other);
                    assertThat(other.events).contains("lost, interrupted false");
                });
    }

    static class Jobs {

        @DistributedLock(
                key = "'a'",
                waitTime = "1500ms",
                leaseTime = "1m30s",
                minHoldTime = "${job.min:1s}",
                maxHoldTime = "${job.max:2s}")
        public void timed() {}

        @DistributedLock(key = "'a'", minHoldTime = "10s", maxHoldTime = "PT10S")
        public void equallyLong() {}

        @DistributedLock(key = "'a'")
        public void plain() {}
    }

    static class Crossed {
        @DistributedLock(key = "'a'", minHoldTime = "10s", maxHoldTime = "9s")
        public void run() {}
    }

    static class ZeroMinimum {
        @DistributedLock(key = "'a'", minHoldTime = "0s")
        public void run() {}
    }

    static class NegativeMaximum {
        @DistributedLock(key = "'a'", maxHoldTime = "-1s")
        public void run() {}
    }

    static class NoProperty {
        @DistributedLock(key = "'a'", minHoldTime = "${not.set}")
        public void run() {}
    }

    @DistributedLock
    @Retention(RetentionPolicy.RUNTIME)
    @interface Everything {
        @AliasFor(annotation = DistributedLock.class, attribute = "key")
        String by();

        @AliasFor(annotation = DistributedLock.class, attribute = "name")
        String called() default "named";

        @AliasFor(annotation = DistributedLock.class, attribute = "waitTime")
        String patience() default "1s";

        @AliasFor(annotation = DistributedLock.class, attribute = "leaseTime")
        String lease() default "20s";

        @AliasFor(annotation = DistributedLock.class, attribute = "minHoldTime")
        String atLeast() default "3s";

        @AliasFor(annotation = DistributedLock.class, attribute = "maxHoldTime")
        String atMost() default "400s";

        @AliasFor(annotation = DistributedLock.class, attribute = "onUnavailable")
        OnUnavailable otherwise() default OnUnavailable.FALLBACK;

        @AliasFor(annotation = DistributedLock.class, attribute = "fallbackMethod")
        String substitute();

        @AliasFor(annotation = DistributedLock.class, attribute = "onLost")
        OnLost afterLoss() default OnLost.REPORT;

        @AliasFor(annotation = DistributedLock.class, attribute = "reentrant")
        boolean joins() default false;

        @AliasFor(annotation = DistributedLock.class, attribute = "client")
        String through() default "other";
    }

    static class Composed {

        @Everything(by = "'mine:' + #id", substitute = "insteadOfRun")
        public String run(String id) {
            return "ran " + id;
        }

        String insteadOfRun(String id) {
            return "fallback " + id;
        }

        @Everything(by = "'lost'", substitute = "insteadOfLose")
        public void lose(FakeLockClient locks) {
            locks.handle("lost").lose();
            locks.events.add("lost, interrupted " + Thread.currentThread().isInterrupted());
        }

        void insteadOfLose(FakeLockClient locks) {}
    }
}
