package io.github.dynamolock.test.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.test.OtherInstance;
import io.github.dynamolock.test.TestLocks;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the extension gives to whom, and what becomes of it. */
class TestLocksExtensionTests {

    private static final Set<TestLocks> SEEN = new HashSet<>();

    @Nested
    @ExtendWith(TestLocksExtension.class)
    class ForEachTest {

        @RepeatedTest(2)
        void eachTestHasANewOneAndMayLeaveItAsItLikes(TestLocks locks, OtherInstance other) throws Exception {
            assertThat(SEEN.add(locks)).isTrue();
            assertThat(other.hold("k").isHeld()).isTrue();
            locks.local().faults().onAny().serverError();
        }

        @Test
        void allParametersBelongTogether(
                TestLocks locks, LockClient client, OtherInstance other, LocalDynamoDb local, DynamoDbClient dynamoDb) {
            assertThat(client).isSameAs(locks.client());
            assertThat(other).isSameAs(locks.otherInstance());
            assertThat(local).isSameAs(locks.local());
            assertThat(dynamoDb).isSameAs(local.client());
            assertThat(dynamoDb.listTables().tableNames()).containsExactly("locks");
        }
    }

    @Nested
    @ExtendWith(TestLocksExtension.class)
    class InTheConstructor {

        private final TestLocks locks;

        InTheConstructor(TestLocks locks) {
            this.locks = locks;
        }

        @RepeatedTest(2)
        void itIsThatOfTheTest(TestLocks ofTheTest) {
            assertThat(locks).isSameAs(ofTheTest);
            assertThat(SEEN.add(locks)).isTrue();
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @ExtendWith(TestLocksExtension.class)
    class ForTheClass {

        private final Set<TestLocks> shared = new HashSet<>();

        @BeforeAll
        void take(TestLocks locks) {
            shared.add(locks);
        }

        @RepeatedTest(2)
        void itIsSharedAndResetAfterEach(TestLocks locks) throws Exception {
            assertThat(shared).containsExactly(locks);
            assertThat(locks.otherInstance().hold("k").isHeld()).isTrue();
        }
    }

    @Test
    void aTestThatLeavesALockHeldFailsOnRequestAndItsClientIsClosed() {
        SummaryGeneratingListener told = run(Leaving.class);

        assertThat(told.getSummary().getTestsSucceededCount()).isEqualTo(1);
        assertThat(told.getSummary().getFailures())
                .singleElement()
                .satisfies(
                        failure -> assertThat(failure.getException()).hasMessageContaining("still held: [forgotten]"));
        assertThat(Leaving.HANDLES).hasSize(2).noneMatch(LockHandle::isHeld);
    }

    private static SummaryGeneratingListener run(Class<?> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                .build();
        SummaryGeneratingListener told = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, told);
        return told;
    }

    /** Run by the test above alone: its name is not one that the build looks for. */
    static class Leaving {

        static final List<LockHandle> HANDLES = new CopyOnWriteArrayList<>();

        @RegisterExtension
        static final TestLocksExtension EXTENSION = TestLocksExtension.requiringRelease();

        @Test
        void leavesIt(LockClient client) throws Exception {
            HANDLES.add(client.acquire("forgotten"));
        }

        @Test
        void releasesIt(LockClient client) throws Exception {
            LockHandle held = client.acquire("k");
            HANDLES.add(held);
            held.release();
        }
    }
}
