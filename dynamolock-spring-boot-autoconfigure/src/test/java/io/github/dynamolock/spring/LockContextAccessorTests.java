package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.junit.jupiter.api.Test;

/** The lock context as context propagation carries it. */
class LockContextAccessorTests {

    @Test
    void itIsFoundByTheServiceLoader() {
        assertThat(ContextRegistry.getInstance().getThreadLocalAccessors())
                .filteredOn(accessor -> accessor.key().equals(LockContext.KEY))
                .singleElement()
                .isInstanceOf(LockContextAccessor.class);
    }

    @Test
    void aSnapshotBindsTheScopeAndPutsBackWhatWasThere() {
        LockTestContext.runner().withBean(Jobs.class).run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            ContextSnapshot inOuter = jobs.outer();
            ContextSnapshot outside = ContextSnapshotFactory.builder().build().captureAll();
            try (ContextSnapshot.Scope bound = inOuter.setThreadLocals()) {
                assertThat(LockContext.current().key()).isEqualTo("outer");
                try (ContextSnapshot.Scope cleared = outside.setThreadLocals()) {
                    assertThat(cleared).isNotNull();
                }
                assertThat(LockContext.current().key()).isEqualTo("outer");
                assertThat(jobs.inner()).isEqualTo("inner");
                assertThat(bound).isNotNull();
            }
            assertThat(LockContext.scope()).isNull();
        });
    }

    static class Jobs {

        @DistributedLock("'outer'")
        public ContextSnapshot outer() {
            return ContextSnapshotFactory.builder().build().captureAll();
        }

        @DistributedLock("'inner'")
        public String inner() {
            return LockContext.current().key();
        }
    }
}
