package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.github.dynamolock.LockException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.javapoet.ClassName;

/** What a native image keeps for the annotated methods of beans. */
class LockedBeanAotProcessorTests {

    private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

    private @Nullable BeanRegistrationAotContribution contribution(Class<?> type) {
        beanFactory.registerBeanDefinition("bean", new RootBeanDefinition(type));
        List<BeanRegistrationAotProcessor> ours =
                AotServices.factoriesAndBeans(beanFactory).load(BeanRegistrationAotProcessor.class).stream()
                        .filter(LockedBeanAotProcessor.class::isInstance)
                        .toList();
        assertThat(ours).hasSize(1);
        return ours.get(0).processAheadOfTime(RegisteredBean.of(beanFactory, "bean"));
    }

    private RuntimeHints hints(Class<?> type) {
        DefaultGenerationContext context = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("com.acme", "Application")), new InMemoryGeneratedFiles());
        Objects.requireNonNull(contribution(type)).applyTo(context, mock(BeanRegistrationCode.class));
        return context.getRuntimeHints();
    }

    private static void assertReadable(RuntimeHints hints, Class<?>... types) {
        assertThat(types)
                .isNotEmpty()
                .allSatisfy(type -> assertThat(reflection()
                                .onType(type)
                                .withMemberCategories(
                                        MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.ACCESS_PUBLIC_FIELDS))
                        .accepts(hints));
    }

    @Test
    void beansWithoutAnnotatedMethodsContributeNothing() {
        assertThat(contribution(Plain.class)).isNull();
    }

    @Test
    void theFallbackMethodCanBeCalledAlthoughItIsPrivate() {
        RuntimeHints hints = hints(WithFallback.class);
        assertThat(reflection().onMethodInvocation(WithFallback.class, "instead"))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(WithFallback.class, "other")).rejects(hints);
    }

    @Test
    void theMethodsOfAnAnnotatedClassOrInterfaceCanBeCalled() {
        assertThat(reflection().onMethodInvocation(OnClass.class, "run")).accepts(hints(OnClass.class));
        beanFactory.removeBeanDefinition("bean");
        RuntimeHints hints = hints(OnInterface.class);
        assertThat(reflection().onMethodInvocation(OnInterface.class, "run")).accepts(hints);
        assertReadable(hints, Order.class);
    }

    @Test
    void aKeyReadsAChainOfPropertiesFieldsRecordsAndMethods() {
        RuntimeHints hints = hints(Chain.class);
        assertReadable(hints, Order.class, Customer.class, Address.class, UUID.class);
        assertThat(reflection().onType(Unread.class)).rejects(hints);
    }

    @Test
    void aKeyReadsElementsOfCollectionsAndGenericTypes() {
        assertReadable(hints(Elements.class), Box.class, Customer.class, Order.class, Address.class);
    }

    @Test
    void aKeyReadsBeansStaticMethodsConstructorsAndTheTarget() {
        beanFactory.registerBeanDefinition("naming", new RootBeanDefinition(Naming.class));
        RuntimeHints hints = hints(Elsewhere.class);
        assertReadable(hints, Naming.class, Statics.class, Elsewhere.class);
        assertThat(reflection().onType(Made.class).withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS))
                .accepts(hints);
    }

    @Test
    void placeholdersOfTheRunningApplicationAreNotNeeded() {
        RuntimeHints hints = hints(Placeholders.class);
        assertReadable(hints, Order.class);
    }

    static class Plain {
        public void run() {}
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    static class WithFallback {
        @DistributedLock(key = "#id", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "instead")
        public void run(String id) {}

        private void instead(String id, LockException why) {}

        private void other(String id) {}
    }

    @DistributedLock("#root.methodName")
    static class OnClass {
        public void run() {}
    }

    interface Service {
        @DistributedLock("#order.id")
        void run(Order order);
    }

    static class OnInterface implements Service {
        @Override
        public void run(Order order) {}
    }

    static class Chain {
        @DistributedLock("'order:' + #order.customer.address.zip + #order.find('x')?.id")
        public void run(Order order, Unread unread) {}
    }

    static class Elements {
        @DistributedLock("#customers.![address.zip + '!']")
        public void projected(List<Customer> customers) {}

        @DistributedLock("#orders[0].value.id")
        public void indexed(Box<Order>[] orders) {}

        @DistributedLock("#byName['x'].?[id != null]")
        public void ofMap(Map<String, List<Order>> byName) {}
    }

    static class Elsewhere {
        @DistributedLock("@naming.key(#id) + T(io.github.dynamolock.spring.LockedBeanAotProcessorTests$Statics).of(#id)"
                + " + new io.github.dynamolock.spring.LockedBeanAotProcessorTests$Made(#id).id + #root.target.name()")
        public void run(String id) {}

        public String name() {
            return "name";
        }
    }

    static class Placeholders {
        @DistributedLock(key = "'${prefix.of.production}:' + #order.id", waitTime = "${wait.of.production}")
        public void quoted(Order order) {}

        @DistributedLock("${whole.key} + #{")
        public void any(Order order) {}
    }

    static class Order {
        public @Nullable UUID getId() {
            return null;
        }

        public @Nullable Customer getCustomer() {
            return null;
        }

        public @Nullable Order find(String name) {
            return null;
        }
    }

    static class Customer {
        public final Address address = new Address("1");
    }

    record Address(String zip) {}

    record Box<T>(T value) {}

    static class Unread {}

    static class Naming {
        public String key(String id) {
            return id;
        }
    }

    static class Statics {
        public static String of(String id) {
            return id;
        }
    }

    static class Made {
        public final String id;

        public Made(String id) {
            this.id = id;
        }
    }
}
