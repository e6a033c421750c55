package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;

/** Where the annotation may stand. */
class AnnotationPlacementTests {

    private static <T> void assertLocked(Class<T> type, Supplier<T> bean, Consumer<T> call, String... keys) {
        LockTestContext.runner().withBean(type, bean).run(context -> {
            call.accept(context.getBean(type));
            assertThat(context.getBean(FakeLockClient.class).requests)
                    .extracting(request -> request.key())
                    .containsExactly(keys);
        });
    }

    @Test
    void onAnInterfaceMethodByTheNamesOfItsParameters() {
        assertLocked(Campaigns.class, RenamingCampaigns::new, campaigns -> campaigns.launch("7"), "campaign:7");
    }

    @Test
    void onAnInterfaceMethodThatASuperclassImplements() {
        assertLocked(Inheriting.class, Inheriting::new, campaigns -> campaigns.launch("7"), "campaign:7");
    }

    @Test
    void onTheImplementationOfAGenericInterface() {
        assertLocked(
                GenericImplementation.class, GenericImplementation::new, handler -> handler.handle("7"), "generic:7");
    }

    @Test
    void onASuperclassMethodThatIsOverridden() {
        assertLocked(Overriding.class, Overriding::new, overriding -> overriding.launch("7"), "base:7");
    }

    @Test
    void onAClassForEveryPublicMethodThatItDeclares() {
        assertLocked(
                Covered.class,
                Covered::new,
                covered -> {
                    covered.first();
                    covered.second();
                    covered.own();
                    covered.notPublic();
                    assertThat(covered.toString()).isEqualTo("covered");
                },
                "first",
                "second",
                "own-key");
    }

    @Test
    void onAnAnnotationOfOnesOwn() {
        assertLocked(
                Composed.class,
                Composed::new,
                composed -> {
                    composed.run("7");
                    composed.plain();
                },
                "composed:7",
                "'fixed'".replace("'", ""));
    }

    @Test
    void theMethodsOwnAnnotationWinsOverItsInterfacesAndItsClasss() {
        assertLocked(Precedence.class, Precedence::new, bean -> bean.launch("7"), "own:7");
        assertLocked(Campaigns.class, Precedence::new, bean -> bean.launch("7"), "own:7");
    }

    @Test
    void theInterfaceMethodsAnnotationWinsOverTheClasss() {
        assertLocked(
                InterfaceBeforeClass.class,
                InterfaceBeforeClass::new,
                bean -> {
                    bean.launch("7");
                    bean.other("8");
                },
                "campaign:7",
                "class:other");
    }

    @Test
    void onAGenericMethodCalledThroughItsBridge() {
        assertLocked(
                Handler.class,
                GenericImplementation::new,
                handler -> {
                    @SuppressWarnings("unchecked")
                    Handler<Object> raw = (Handler<Object>) handler;
                    raw.handle("7");
                },
                "generic:7");
    }

    @Test
    void onAGenericInterfaceMethodCalledThroughItsBridge() {
        assertLocked(
                LockedHandler.class,
                PlainImplementation::new,
                handler -> {
                    @SuppressWarnings("unchecked")
                    LockedHandler<Object> raw = (LockedHandler<Object>) handler;
                    raw.handle("7");
                },
                "interface:7");
        assertLocked(
                PlainImplementation.class, PlainImplementation::new, handler -> handler.handle("7"), "interface:7");
    }

    @Test
    void onAPackagePrivateMethod() {
        assertLocked(PackagePrivate.class, PackagePrivate::new, PackagePrivate::run, "package");
    }

    interface Campaigns {
        @DistributedLock(key = "'campaign:' + #campaign")
        void launch(String campaign);
    }

    static class RenamingCampaigns implements Campaigns {
        @Override
        public void launch(String id) {}
    }

    static class Base {
        public void launch(String id) {}
    }

    static class Inheriting extends Base implements Campaigns {}

    interface Handler<T> {
        void handle(T value);
    }

    static class GenericImplementation implements Handler<String> {
        @Override
        @DistributedLock(key = "'generic:' + #value")
        public void handle(String value) {}
    }

    interface LockedHandler<T> {
        @DistributedLock(key = "'interface:' + #value")
        void handle(T value);
    }

    static class PlainImplementation implements LockedHandler<String> {
        @Override
        public void handle(String text) {}
    }

    static class Precedence implements Campaigns {
        @Override
        @DistributedLock(key = "'own:' + #id")
        public void launch(String id) {}
    }

    @DistributedLock(key = "'class:' + #root.methodName")
    static class InterfaceBeforeClass implements Campaigns {
        @Override
        public void launch(String id) {}

        public void other(String id) {}
    }

    static class AnnotatedBase {
        @DistributedLock(key = "'base:' + #id")
        public void launch(String id) {}
    }

    static class Overriding extends AnnotatedBase {
        @Override
        public void launch(String id) {}
    }

    @DistributedLock(key = "#root.methodName")
    static class Covered {
        public void first() {}

        public void second() {}

        @DistributedLock("'own-key'")
        public void own() {}

        void notPublic() {}

        @Override
        public String toString() {
            return "covered";
        }
    }

    @DistributedLock
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Exclusive {
        @AliasFor(annotation = DistributedLock.class, attribute = "key")
        String by() default "'fixed'";
    }

    static class Composed {
        @Exclusive(by = "'composed:' + #id")
        public void run(String id) {}

        @Exclusive
        public void plain() {}
    }

    static class PackagePrivate {
        @DistributedLock("'package'")
        void run() {}
    }
}
