package io.github.dynamolock.spring.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

class LeaderElectionAutoConfigurationTests {

    private static final String KEY = "leader:billing";

    private final List<LeadershipEvent> events = new CopyOnWriteArrayList<>();

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(DynamoLockAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
            .withPropertyValues("dynamolock.local.enabled=true", "dynamolock.local.port=0")
            .withBean("events", Listener.class, () -> new Listener(events));

    private final ApplicationContextRunner runner = plain.withPropertyValues(
            "dynamolock.leader.billing.key=" + KEY, "dynamolock.leader.billing.retry-pause=10ms");

    /** Hears of both events, without any annotation. */
    static class Listener implements ApplicationListener<LeadershipEvent> {

        private final List<LeadershipEvent> events;

        Listener(List<LeadershipEvent> events) {
            this.events = events;
        }

        @Override
        public void onApplicationEvent(LeadershipEvent event) {
            events.add(event);
        }
    }

    private void awaitEvents(int count) {
        Awaitility.await().until(() -> events.size() >= count);
    }

    @Test
    void anElectorOfThePropertiesLeadsAndEventsTellOfItAfterItsState() {
        runner.run(context -> {
            LeaderElector elector = context.getBean("billingLeaderElector", LeaderElector.class);
            awaitEvents(1);
            assertThat(elector.isLeader()).isTrue();
            assertThat(events.get(0)).isInstanceOfSatisfying(LeadershipGranted.class, granted -> {
                assertThat(granted.getSource()).isSameAs(elector);
                assertThat(granted.getElectorName()).isEqualTo("billing");
                assertThat(granted.getKey()).isEqualTo(KEY);
                assertThat(elector.term()).hasValueSatisfying(term -> {
                    assertThat(granted.getFencingToken()).isEqualTo(term.fencingToken());
                    assertThat(granted.getSince()).isEqualTo(term.since());
                });
            });
            assertThat(context.getBean(LockClient.class).heldLocks())
                    .singleElement()
                    .satisfies(held -> assertThat(held.name()).isEqualTo("billing"));
        });
    }

    @Test
    void aResignationIsToldWithoutAReasonAndTheNextTermAfterIt() {
        runner.run(context -> {
            awaitEvents(1);
            context.getBean(LeaderElector.class).resign();
            awaitEvents(3);
            assertThat(events.get(1)).isInstanceOfSatisfying(LeadershipRevoked.class, revoked -> {
                assertThat(revoked.getReason()).isNull();
                assertThat(revoked.getFencingToken()).isEqualTo(events.get(0).getFencingToken());
            });
            assertThat(events.get(2)).isInstanceOf(LeadershipGranted.class);
            assertThat(events.get(2).getFencingToken())
                    .isGreaterThan(events.get(0).getFencingToken());
        });
    }

    @Test
    void aLossIsToldWithItsReason() {
        FakeLockClient locks = new FakeLockClient();
        runner.withBean(LockClient.class, () -> locks).run(context -> {
            awaitEvents(1);
            locks.handle(KEY).lose();
            awaitEvents(2);
            assertThat(events.get(1))
                    .isInstanceOfSatisfying(
                            LeadershipRevoked.class,
                            revoked -> assertThat(revoked.getReason()).isEqualTo(LockLoss.Reason.TAKEN_OVER));
        });
    }

    @Test
    void itIsStartedWhenAllBeansAreThereAndNotBefore() {
        runner.withBean(Looking.class).run(context -> {
            assertThat(context.getBean(Looking.class).seen).containsExactly(LeaderElector.State.NEW);
            awaitEvents(1);
        });
    }

    /** Looks when the last bean has been made. */
    static class Looking implements SmartInitializingSingleton {

        private final LeaderElector elector;
        private final List<LeaderElector.State> seen = new CopyOnWriteArrayList<>();

        Looking(LeaderElector elector) {
            this.elector = elector;
        }

        @Override
        public void afterSingletonsInstantiated() {
            seen.add(elector.state());
        }
    }

    @Test
    void lazyInitializationHoldsNoElectorBack() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> awaitEvents(1));
    }

    @Test
    void anElectorOfTheApplicationsOwnIsStartedAndToldOfAndClosed() {
        plain.withBean(
                        "reports",
                        LeaderElector.class,
                        () -> LeaderElector.builder(new FakeLockClient(), "own").build())
                .run(context -> {
                    awaitEvents(1);
                    assertThat(events.get(0).getElectorName()).isEqualTo("reports");
                    assertThat(events.get(0).getKey()).isEqualTo("own");
                    LeaderElector own = context.getBean(LeaderElector.class);
                    context.close();
                    assertThat(own.state()).isEqualTo(LeaderElector.State.CLOSED);
                    assertThat(events).hasSize(2);
                });
    }

    @Test
    void whenTheApplicationStopsListenersHaveExecutorsAndTheLockIsFreeAfterThem() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        runner.withBean(ThreadPoolTaskExecutor.class).run(context -> {
            awaitEvents(1);
            LockClient locks = context.getBean(LockClient.class);
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            context.getSourceApplicationContext().addApplicationListener(new OnRevoked(() -> {
                executor.submit(() -> seen.add("worked")).get();
                seen.add(locks.find(KEY).orElseThrow().state());
                seen.add(context.getBean(LeaderElector.class).isLeader());
            }));
            context.close();
            assertThat(seen).containsExactly("worked", LockInfo.State.HELD_BY_THIS_CLIENT, false);
            assertThat(events).hasSize(2);
        });
    }

    /** Does something when a leadership ends. */
    record OnRevoked(Action action) implements ApplicationListener<LeadershipRevoked> {

        interface Action {
            void run() throws Exception;
        }

        @Override
        public void onApplicationEvent(LeadershipRevoked event) {
            try {
                action.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void electorsStartAfterExecutorsAndLockClientsAndStopBeforeThem() {
        runner.run(context -> {
            int phase = context.getBean(LeaderElectorsLifecycle.class).getPhase();
            assertThat(phase).isGreaterThan(new ThreadPoolTaskExecutor().getPhase());
            assertThat(phase).isLessThan(Integer.MAX_VALUE - 2048);
            assertThat(context.getBean("lockClientsLifecycle", org.springframework.context.SmartLifecycle.class)
                            .getPhase())
                    .isLessThan(phase);
        });
    }

    @Test
    void aPauseOfTheContextChangesNothing() {
        runner.run(context -> {
            awaitEvents(1);
            context.getSourceApplicationContext().pause();
            context.getSourceApplicationContext().restart();
            assertThat(context.getBean(LeaderElector.class).isLeader()).isTrue();
        });
    }

    @Test
    void aListenerThatThrowsHarmsNothing() {
        runner.withBean("throwing", Throwing.class).run(context -> {
            LeaderElector elector = context.getBean(LeaderElector.class);
            Awaitility.await().until(elector::isLeader);
            long token = elector.term().orElseThrow().fencingToken();
            elector.resign();
            Awaitility.await()
                    .until(() -> elector.term()
                            .filter(term -> term.fencingToken() > token)
                            .isPresent());
        });
    }

    static class Throwing implements ApplicationListener<LeadershipEvent> {

        @Override
        public void onApplicationEvent(LeadershipEvent event) {
            throw new IllegalStateException("thrown by a listener");
        }
    }

    @Test
    void customizersChangeTheSettingsOfEach() {
        List<String> names = new CopyOnWriteArrayList<>();
        runner.withPropertyValues("dynamolock.leader.reports.key=leader:reports")
                .withBean(LeaderElectorBuilderCustomizer.class, () -> (name, builder) -> {
                    names.add(name);
                    builder.name("changed");
                })
                .run(context -> {
                    awaitEvents(2);
                    assertThat(names).containsExactlyInAnyOrder("billing", "reports");
                    assertThat(context.getBean(LeaderElectors.class).byName()).containsOnlyKeys("billing", "reports");
                    assertThat(context.getBean(LockClient.class).heldLocks())
                            .extracting(held -> held.name())
                            .containsOnly("changed");
                });
    }

    @Test
    void theClientOfTheNameIsUsedAndTheLeaseThatIsSet() {
        FakeLockClient other = new FakeLockClient();
        runner.withPropertyValues(
                        "dynamolock.leader.billing.client=other", "dynamolock.leader.billing.lease-duration=9s")
                .withBean("other", LockClient.class, () -> other, definition -> definition.setPrimary(false))
                .run(context -> {
                    awaitEvents(1);
                    assertThat(other.handle(KEY).isHeld()).isTrue();
                    assertThat(other.requests.get(0).leaseDuration()).hasValue(java.time.Duration.ofSeconds(9));
                });
    }

    @Test
    void theBeanOfTheElectorIsInjectedByTheNameOfTheParameter() {
        runner.withPropertyValues("dynamolock.leader.reports.key=leader:reports")
                .withBean(Poller.class)
                .run(context -> {
                    Poller poller = context.getBean(Poller.class);
                    Awaitility.await().until(() -> poller.begun.size() == 1);
                    assertThat(poller.begun)
                            .containsExactly(poller.elector.term().orElseThrow().fencingToken());
                    context.close();
                    assertThat(poller.begun).isEmpty();
                });
    }

    /** As in the documents. */
    static class Poller implements ApplicationListener<LeadershipEvent> {

        private final LeaderElector elector;
        private final List<Long> begun = new CopyOnWriteArrayList<>();

        Poller(LeaderElector billingLeaderElector) {
            this.elector = billingLeaderElector;
        }

        @Override
        public void onApplicationEvent(LeadershipEvent event) {
            if (event.getSource() != elector) {
                return;
            }
            if (event instanceof LeadershipGranted granted) {
                begun.add(granted.getFencingToken());
            } else {
                begun.remove(event.getFencingToken());
            }
        }
    }

    @Test
    void withoutPropertiesThereIsNoElector() {
        plain.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(LeaderElector.class);
            assertThat(context.getBean(LeaderElectors.class).byName()).isEmpty();
        });
    }

    @Test
    void withoutLocksThereIsNone() {
        runner.withPropertyValues("dynamolock.enabled=false").run(context -> hasNone(context));
        runner.withClassLoader(new FilteredClassLoader(LockClient.class)).run(context -> hasNone(context));
    }

    private static void hasNone(ApplicationContext context) {
        assertThat(context.containsBean("leaderElectors")).isFalse();
        assertThat(context.containsBean("billingLeaderElector")).isFalse();
    }
}
