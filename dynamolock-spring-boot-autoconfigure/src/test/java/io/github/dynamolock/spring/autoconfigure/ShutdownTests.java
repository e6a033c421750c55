package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.FakeLockClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Locks are released when the application stops: not before the work is done, and not after DynamoDB is out of reach. */
class ShutdownTests {

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DynamoLockAutoConfiguration.class))
            .withBean(DynamoDbClient.class, this::recordingClient)
            .withBean(LockListener.class, this::recordingListener)
            .withPropertyValues("dynamolock.table.initialize=create");

    @Test
    void locksAreReleasedBeforeTheDynamoDbClientIsClosed() {
        runner.run(context -> {
            context.getBean(LockClient.class).acquire("a");
            context.close();
            assertThat(events).containsExactly("lost a", "DynamoDB closed");
            assertThat(dynamoDb.client().scan(scan -> scan.tableName("locks")).items())
                    .singleElement()
                    .satisfies(row -> assertThat(row).containsKey("isReleased"));
        });
    }

    @Test
    void theOrderHoldsWithLazyInitialization() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    context.getBean(LockClient.class).acquire("a");
                    context.close();
                    assertThat(events).containsExactly("lost a", "DynamoDB closed");
                });
    }

    @Test
    void executorsAndTheWebServerStopFirst() {
        runner.run(context -> {
            int phase = context.getBean(LockClientsLifecycle.class).getPhase();
            assertThat(phase).isLessThan(new ThreadPoolTaskExecutor().getPhase());
            assertThat(phase).isLessThan(SmartLifecycle.DEFAULT_PHASE - 2048);
        });
    }

    @Test
    void aPauseOfTheContextClosesNothing() {
        runner.run(context -> {
            context.getSourceApplicationContext().pause();
            context.getSourceApplicationContext().restart();
            assertThat(context.getBean(LockClient.class).acquire("a").isHeld()).isTrue();
        });
    }

    @Test
    void aClientOfTheApplicationsOwnIsClosedToo() {
        runner.withBean("own", FakeLockClient.class).run(context -> {
            FakeLockClient own = context.getBean(FakeLockClient.class);
            context.close();
            assertThat(own.events).startsWith("close");
        });
    }

    private LockListener recordingListener() {
        return new LockListener() {
            @Override
            public void released(HeldLock lock) {
                events.add("released " + lock.key());
            }

            @Override
            public void lost(HeldLock lock, LockLoss loss) {
                events.add("lost " + lock.key());
            }
        };
    }

    private DynamoDbClient recordingClient() {
        DynamoDbClient delegate = dynamoDb.client();
        return (DynamoDbClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        events.add("DynamoDB closed");
                    }
                    try {
                        return method.invoke(delegate, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
