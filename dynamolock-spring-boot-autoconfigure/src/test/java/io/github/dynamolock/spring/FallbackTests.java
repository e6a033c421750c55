package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.LockClientClosedException;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockTableException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The method that stands in for a body which got no lock. */
class FallbackTests {

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    /** With the lock held by another. */
    private static void runContended(BiConsumer<Jobs, FakeLockClient> test) {
        run((jobs, locks) -> {
            assertThat(locks.tryAcquire("job")).isPresent();
            locks.events.clear();
            test.accept(jobs, locks);
            assertThat(locks.events).isEmpty();
        });
    }

    @Test
    void itRunsWithTheSameArgumentsAndWithoutTheLock() {
        runContended((jobs, locks) -> assertThat(jobs.plain("a", 7)).isEqualTo("plain fallback a 7 unlocked"));
    }

    @Test
    void itIsNotForACallThatGetsItsLock() {
        run((jobs, locks) -> assertThat(jobs.plain("a", 7)).isEqualTo("body"));
    }

    @Test
    void itMayTakeTheException() {
        runContended((jobs, locks) -> assertThat(jobs.informed("a")).isEqualTo("a LockNotGrantedException"));
    }

    @Test
    void itMayTakeAMoreGeneralException() {
        runContended((jobs, locks) -> assertThat(jobs.general("a")).isEqualTo("a LockNotGrantedException"));
    }

    @Test
    void itMayBePrivate() {
        runContended((jobs, locks) -> assertThat(jobs.withPrivate()).isEqualTo("private"));
    }

    @Test
    void itMayBeInheritedAlsoWithATypeVariable() {
        runContended((jobs, locks) -> {
            assertThat(jobs.withInherited()).isEqualTo("inherited");
            assertThat(jobs.withGeneric("a")).isEqualTo("generic a");
        });
    }

    @Test
    void itMayBeStatic() {
        runContended((jobs, locks) -> assertThat(jobs.withStatic()).isEqualTo("static"));
    }

    @Test
    void ofSeveralTheOneRunsThatFitsTheExceptionBest() {
        runContended((jobs, locks) -> assertThat(jobs.overloaded()).isEqualTo("not granted"));
        run((jobs, locks) -> {
            locks.failure = new LockTableException("no table", null);
            assertThat(jobs.overloaded()).isEqualTo("table");
            locks.failure = new LockClientClosedException("closed");
            assertThat(jobs.overloaded()).isEqualTo("lock LockClientClosedException");
            assertThat(jobs.withAndWithout()).isEqualTo("with");
        });
    }

    @Test
    void anExceptionThatNoneTakesPasses() {
        run((jobs, locks) -> {
            locks.failure = new LockTableException("no table", null);
            assertThatThrownBy(jobs::onlyForContention).isSameAs(locks.failure);
        });
    }

    @Test
    void itIsForATableThatCanNotBeReachedToo() {
        run((jobs, locks) -> {
            locks.failure = new LockTableException("no table", null);
            assertThat(jobs.informed("a")).isEqualTo("a LockTableException");
        });
    }

    @Test
    void anExceptionOfTheBodyIsNotForIt() {
        run((jobs, locks) -> {
            assertThatExceptionOfType(LockNotGrantedException.class)
                    .isThrownBy(jobs::failing)
                    .withMessage("thrown by the body");
            assertThat(locks.events).containsExactly("acquire job", "release job");
        });
    }

    @Test
    void aLostLockIsNotForIt() {
        run((jobs, locks) -> {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(jobs::losing);
            locks.losesAtOnce = true;
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> jobs.plain("a", 7))
                    .withMessageContaining("did not run");
        });
    }

    @Test
    void anInterruptIsNotForIt() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(LockException.class)
                    .isThrownBy(() -> jobs.informed("a"))
                    .withMessageContaining("Jobs.informed(String); the method did not run")
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
        });
    }

    @Test
    void itsOwnExceptionPassesAsItIs() {
        runContended((jobs, locks) -> assertThatThrownBy(jobs::withFailingFallback)
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("mine"));
    }

    static class Base<T> {

        String inherited() {
            return "inherited";
        }

        protected String generic(T value) {
            return "generic " + value;
        }
    }

    static class Jobs extends Base<String> {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "plainFallback")
        public String plain(String text, int number) {
            return "body";
        }

        String plainFallback(String text, int number) {
            try {
                LockContext.assertHeld();
                return "locked";
            } catch (IllegalStateException none) {
                return "plain fallback " + text + " " + number + " unlocked";
            }
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "informedFallback")
        public String informed(String text) {
            return "body";
        }

        String informedFallback(String text, LockException why) {
            return text + " " + why.getClass().getSimpleName();
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "generalFallback")
        public String general(String text) {
            return "body";
        }

        String generalFallback(String text, Exception why) {
            return text + " " + why.getClass().getSimpleName();
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "privateFallback")
        public String withPrivate() {
            return "body";
        }

        @SuppressWarnings("UnusedMethod") // By its name.
        private String privateFallback() {
            return "private";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "inherited")
        public String withInherited() {
            return "body";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "generic")
        public String withGeneric(String value) {
            return "body";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "staticFallback")
        public String withStatic() {
            return "body";
        }

        static String staticFallback() {
            return "static";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "overloadedFallback")
        public String overloaded() {
            return "body";
        }

        String overloadedFallback(LockException why) {
            return "lock " + why.getClass().getSimpleName();
        }

        String overloadedFallback(LockNotGrantedException why) {
            return "not granted";
        }

        String overloadedFallback(LockTableException why) {
            return "table";
        }

        String overloadedFallback(RuntimeException why) {
            return "any";
        }

        String overloadedFallback(String another) {
            return "another";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "either")
        public String withAndWithout() {
            return "body";
        }

        String either() {
            return "without";
        }

        String either(LockException why) {
            return "with";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "contended")
        public String onlyForContention() {
            return "body";
        }

        String contended(LockNotGrantedException why) {
            return "contended";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "either")
        public String failing() {
            throw new LockNotGrantedException("thrown by the body", "job", java.time.Duration.ZERO, null);
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "either")
        public String losing() {
            locks.handle("job").lose();
            return "body";
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "failingFallback")
        public void withFailingFallback() throws IOException {}

        void failingFallback() throws IOException {
            throw new IOException("mine");
        }
    }
}
