package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockRequest;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Texts that are put together from parts, wherever an expression does so. */
class CheckedConcatenationTests {

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean("naming", Naming.class)
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    private static void assertKeys(Consumer<Jobs> call, String... keys) {
        run((jobs, locks) -> {
            call.accept(jobs);
            assertThat(locks.requests).extracting(LockRequest::key).containsExactly(keys);
        });
    }

    private static void assertRefused(Consumer<Jobs> call, String part) {
        run((jobs, locks) -> {
            assertThatExceptionOfType(InvalidLockKeyException.class)
                    .isThrownBy(() -> call.accept(jobs))
                    .withMessageContaining("its part " + part)
                    .withMessageEndingWith("The method did not run.");
            assertThat(locks.requests).isEmpty();
        });
    }

    @Test
    void inAList() {
        assertKeys(jobs -> jobs.inList("1", "2"), "a:1", "b:2");
        assertRefused(jobs -> jobs.inList("1", null), "#two is null");
    }

    @Test
    void inAListInsideALaterPart() {
        assertKeys(jobs -> jobs.inProjection(List.of("2", "1")), "a:1", "a:2");
        List<@Nullable String> withNull = new ArrayList<>();
        withNull.add(null);
        assertRefused(jobs -> jobs.inProjection(withNull), "#this is null");
    }

    @Test
    void inAChoice() {
        assertKeys(jobs -> jobs.inChoice(true, "1"), "a:1");
        assertKeys(jobs -> jobs.inChoice(false, null), "none");
        assertRefused(jobs -> jobs.inChoice(true, null), "#id is null");
    }

    @Test
    void inADefault() {
        assertKeys(jobs -> jobs.inDefault(null, "2"), "a:2");
        assertKeys(jobs -> jobs.inDefault("1", null), "1");
        assertRefused(jobs -> jobs.inDefault(null, null), "#other is null");
    }

    @Test
    void beforeAMethodCall() {
        assertKeys(jobs -> jobs.beforeCall("x"), "A:X");
        assertRefused(jobs -> jobs.beforeCall(null), "#id is null");
    }

    @Test
    void inTheArgumentOfACall() {
        assertKeys(jobs -> jobs.inArgument("1"), "named a:1");
        assertRefused(jobs -> jobs.inArgument(null), "#id is null");
        assertKeys(jobs -> jobs.inPart("1", "2"), "a1:2");
        assertRefused(jobs -> jobs.inPart(null, "2"), "#one is null");
    }

    @Test
    void sumsOfNumbersAreStillSums() {
        assertKeys(jobs -> jobs.sum(40, 2), "42");
    }

    @Test
    @SuppressWarnings("JavaUtilDate") // What is refused.
    void valuesThatEachProcessOrVersionWritesInItsOwnWayAreRefused() {
        assertRefused(jobs -> jobs.text(new Date(0)), "#value is a Date");
        assertRefused(jobs -> jobs.text(new java.sql.Timestamp(0)), "#value is a Timestamp");
        Calendar calendar = new GregorianCalendar();
        assertRefused(jobs -> jobs.text(calendar), "#value is a GregorianCalendar");
        assertRefused(jobs -> jobs.text(AttributeValue.fromS("a")), "#value is an AttributeValue");
    }

    @Test
    void whatAnArgumentHoldsIsNeverEvaluated() {
        String[] pieces = {"${user.home}", "#{1+1}", "#id", "T(java.lang.Runtime)", "'", "\"", "\\", ":", "@naming", "x"
        };
        Random random = new Random(3);
        run((jobs, locks) -> {
            for (int i = 0; i < 500; i++) {
                StringBuilder text = new StringBuilder("k");
                for (int count = random.nextInt(4); count > 0; count--) {
                    text.append(pieces[random.nextInt(pieces.length)]);
                }
                locks.requests.clear();
                jobs.text(text);
                jobs.inList(text.toString(), text.toString());
                assertThat(locks.requests)
                        .extracting(LockRequest::key)
                        .containsExactly("text:" + text, "a:" + text, "b:" + text);
            }
        });
    }

    @Test
    void theKeyIsEvaluatedOncePerCall() {
        LockTestContext.runner()
                .withBean("naming", Naming.class)
                .withBean(Jobs.class)
                .run(context -> {
                    context.getBean(Jobs.class).inArgument("1");
                    context.getBean(Jobs.class).inArgument("2");
                    assertThat(context.getBean(Naming.class).asked).hasValue(2);
                });
    }

    static class Naming {

        private final AtomicInteger asked = new AtomicInteger();

        public String of(String text) {
            asked.incrementAndGet();
            return "named " + text;
        }
    }

    static class Jobs {

        @DistributedLock("{'a:' + #one, 'b:' + #two}")
        public void inList(String one, @Nullable String two) {}

        @DistributedLock("#ids.!['a:' + #this]")
        public void inProjection(List<? extends @Nullable String> ids) {}

        @DistributedLock("#given ? 'a:' + #id : 'none'")
        public void inChoice(boolean given, @Nullable String id) {}

        @DistributedLock("#id ?: 'a:' + #other")
        public void inDefault(@Nullable String id, @Nullable String other) {}

        @DistributedLock("('a:' + #id).toUpperCase()")
        public void beforeCall(@Nullable String id) {}

        @DistributedLock("@naming.of('a:' + #id)")
        public void inArgument(@Nullable String id) {}

        @DistributedLock("join('a' + #one, #two)")
        public void inPart(@Nullable String one, String two) {}

        @DistributedLock("#one + #two")
        public void sum(int one, int two) {}

        @DistributedLock("'text:' + #value")
        public void text(Object value) {}
    }
}
