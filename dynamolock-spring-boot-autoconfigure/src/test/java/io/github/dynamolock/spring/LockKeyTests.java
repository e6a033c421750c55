package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What key expressions give, and what they refuse: then nothing is asked of the lock client and the body does not run. */
class LockKeyTests {

    private final ApplicationContextRunner runner =
            LockTestContext.runner().withBean(Jobs.class).withBean("naming", Naming.class);

    private void run(BiConsumer<Jobs, FakeLockClient> test) {
        runner.run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    private void assertKey(java.util.function.Consumer<Jobs> call, String key) {
        run((jobs, locks) -> {
            call.accept(jobs);
            assertThat(locks.requests)
                    .singleElement()
                    .satisfies(request -> assertThat(request.key()).isEqualTo(key));
            assertThat(jobs.isRan()).isTrue();
        });
    }

    private void assertRefused(
            java.util.function.Consumer<Jobs> call,
            java.util.function.Consumer<ThrowableAssertAlternative<InvalidLockKeyException>> message) {
        run((jobs, locks) -> {
            message.accept(assertThatExceptionOfType(InvalidLockKeyException.class)
                    .isThrownBy(() -> call.accept(jobs))
                    .withMessageContaining("@DistributedLock on " + Jobs.class.getName() + ".")
                    .withMessageEndingWith("The method did not run."));
            assertThat(locks.requests).isEmpty();
            assertThat(jobs.isRan()).isFalse();
        });
    }

    @Test
    void aParameterByNameAndByPosition() {
        assertKey(jobs -> jobs.byName("42"), "42");
        assertKey(jobs -> jobs.byPosition("first", "second"), "first/second");
    }

    @Test
    void theRootTellsOfTheCall() {
        assertKey(jobs -> jobs.root("x"), "root:Jobs:x");
        assertKey(jobs -> jobs.target("x"), "shop-x");
    }

    @Test
    void beansMayMakeKeys() {
        assertKey(jobs -> jobs.bean("x"), "named-x");
    }

    @Test
    void propertiesOfArguments() {
        assertKey(jobs -> jobs.property(new Order(7, "eu")), "order:7:eu");
    }

    @Test
    void valuesThatAreWrittenTheSameEverywhereAreKeys() {
        UUID uuid = UUID.fromString("00000000-0000-0000-0000-00000000002a");
        assertKey(jobs -> jobs.any(42), "42");
        assertKey(jobs -> jobs.any(42L), "42");
        assertKey(jobs -> jobs.any(new BigDecimal("4.20")), "4.20");
        assertKey(jobs -> jobs.any(uuid), uuid.toString());
        assertKey(jobs -> jobs.any(TimeUnit.SECONDS), "SECONDS");
        assertKey(jobs -> jobs.any('x'), "x");
        assertKey(jobs -> jobs.any(true), "true");
        assertKey(jobs -> jobs.any(java.nio.CharBuffer.wrap("text")), "text");
        assertKey(jobs -> jobs.any(new Order(7, "eu")), "Order[id=7, region=eu]");
        assertKey(jobs -> jobs.text(uuid), "text:" + uuid);
    }

    @Test
    void anAttributeValuePassesThrough() {
        assertKey(jobs -> jobs.any(AttributeValue.fromN("17")), "17");
    }

    @Test
    void textOfArgumentsIsNeverEvaluated() {
        assertKey(jobs -> jobs.byName("${user.home} #{1+1} #id"), "${user.home} #{1+1} #id");
    }

    @Test
    void placeholdersInTheAnnotationAreResolved() {
        runner.withPropertyValues("tenant=acme").run(context -> {
            context.getBean(Jobs.class).placeholder("x");
            assertThat(context.getBean(FakeLockClient.class).requests)
                    .singleElement()
                    .satisfies(request -> assertThat(request.key()).isEqualTo("acme:x"));
        });
    }

    @Test
    void thePrefixStandsBeforeTheKey() {
        runner.withPropertyValues("dynamolock.key-prefix=prod/").run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.byName("42");
            assertThat(context.getBean(FakeLockClient.class).requests)
                    .singleElement()
                    .satisfies(request -> assertThat(request.key()).isEqualTo("prod/42"));
            assertThatExceptionOfType(InvalidLockKeyException.class)
                    .isThrownBy(() -> jobs.any(AttributeValue.fromN("17")))
                    .withMessageContaining("dynamolock.key-prefix (\"prod/\") can only be put before text");
        });
    }

    @Test
    void nullIsRefused() {
        assertRefused(
                jobs -> jobs.byName(null),
                message -> message.withMessageContaining("byName(String)")
                        .withMessageContaining("the result of key = \"#id\" is null")
                        .withMessageContaining("check the argument first"));
    }

    @Test
    void emptyAndBlankAreRefused() {
        assertRefused(jobs -> jobs.byName(""), message -> message.withMessageContaining("is empty"));
        assertRefused(jobs -> jobs.byName(" \t"), message -> message.withMessageContaining("is empty"));
    }

    @Test
    void nullAsAPartOfATextIsRefused() {
        assertRefused(
                jobs -> jobs.text(null),
                message -> message.withMessageContaining("key = \"'text:' + #value\"")
                        .withMessageContaining("its part #value is null"));
        assertRefused(
                jobs -> jobs.property(new Order(7, null)),
                message -> message.withMessageContaining("its part #order.region is null"));
    }

    @Test
    void nullOnTheWayToAPropertyIsRefused() {
        assertRefused(
                jobs -> jobs.property(null),
                message -> message.withMessageContaining("could not be evaluated")
                        .withMessageContaining("that nothing in it is null"));
    }

    @Test
    void anObjectThatDoesNotSayHowItIsWrittenIsRefused() {
        assertRefused(
                jobs -> jobs.any(new Object()),
                message -> message.withMessageContaining("java.lang.Object, which has no toString() of its own")
                        .withMessageContaining("Use one of its properties"));
        assertRefused(
                jobs -> jobs.text(new Naming()),
                message -> message.withMessageContaining("its part #value is an object"));
    }

    @Test
    void optionalsAndCollectionsInsideATextAreRefused() {
        assertRefused(jobs -> jobs.text(List.of("a")), message -> message.withMessageContaining("is a collection"));
        assertRefused(
                jobs -> jobs.any(Optional.of("a")), message -> message.withMessageContaining("#id.orElseThrow()"));
    }

    @Test
    void aKeyThatDynamoDbCanNotStoreIsRefused() {
        assertRefused(
                jobs -> jobs.byName("x".repeat(2049)),
                message -> message.withMessageContaining("is refused").withMessageContaining("2048"));
    }

    record Order(long id, @Nullable String region) {}

    static class Naming {

        public String keyOf(String id) {
            return "named-" + id;
        }
    }

    static class Jobs {

        boolean ran;

        public String getShop() {
            return "shop";
        }

        public boolean isRan() {
            return ran;
        }

        @DistributedLock(key = "#id")
        public void byName(@Nullable String id) {
            ran = true;
        }

        @DistributedLock(key = "#p0 + '/' + #a1")
        public void byPosition(String first, String second) {
            ran = true;
        }

        @DistributedLock(key = "#root.methodName + ':' + #root.targetClass.simpleName + ':' + #root.args[0]")
        public void root(String id) {
            ran = true;
        }

        @DistributedLock(key = "#root.target.shop + '-' + #id")
        public void target(String id) {
            ran = true;
        }

        @DistributedLock(key = "@naming.keyOf(#id)")
        public void bean(String id) {
            ran = true;
        }

        @DistributedLock(key = "'order:' + #order.id + ':' + #order.region")
        public void property(@Nullable Order order) {
            ran = true;
        }

        @DistributedLock(key = "#value")
        public void any(@Nullable Object value) {
            ran = true;
        }

        @DistributedLock(key = "'text:' + #value")
        public void text(@Nullable Object value) {
            ran = true;
        }

        @DistributedLock(key = "'${tenant:none}:' + #id")
        public void placeholder(String id) {
            ran = true;
        }
    }
}
