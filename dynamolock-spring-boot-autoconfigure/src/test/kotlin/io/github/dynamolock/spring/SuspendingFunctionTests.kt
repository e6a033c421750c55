package io.github.dynamolock.spring

import io.github.dynamolock.LockLostException
import io.github.dynamolock.LockNotGrantedException
import io.github.dynamolock.LockRequest
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.extension.ExtendWith
import org.springframework.boot.test.system.CapturedOutput
import org.springframework.boot.test.system.OutputCaptureExtension
import java.io.IOException

/** Kotlin's suspending functions, through Spring's proxy. */
@ExtendWith(OutputCaptureExtension::class)
class SuspendingFunctionTests {

    private fun run(test: suspend (Jobs, FakeLockClient) -> Unit) {
        LockTestContext.runner().withBean(Jobs::class.java).run { context ->
            runBlocking {
                withTimeout(20_000) {
                    test(context.getBean(Jobs::class.java), context.getBean(FakeLockClient::class.java))
                }
            }
        }
    }

    @Test
    fun aResultIsReturnedAfterTheRelease() = run { jobs, locks ->
        assertThat(jobs.result("a")).isEqualTo("ran a")
        assertThat(locks.events).containsExactly("acquireAsync job:a", "body a", "release job:a")
    }

    @Test
    fun aFunctionWithoutAResultEnds() = run { jobs, locks ->
        jobs.nothing("a")
        assertThat(locks.events).containsExactly("acquireAsync a", "body a", "release a")
        assertThat(jobs.nothingOrNull("b")).isNull()
    }

    @Test
    fun theLockIsHeldWhileItIsSuspended() = run { jobs, locks ->
        val gate = CompletableDeferred<String>()
        runBlocking {
            val call = async { jobs.suspended(gate) }
            while (locks.events.isEmpty()) {
                yield()
            }
            delay(1)
            assertThat(locks.events).containsExactly("acquireAsync job")
            gate.complete("done")
            assertThat(call.await()).isEqualTo("done")
        }
        assertThat(locks.events).containsExactly("acquireAsync job", "release job")
    }

    @Test
    fun whatItThrowsReachesTheCallerAsItIs() = run { jobs, locks ->
        val thrown = assertThrows<IOException> { jobs.fail() }
        assertThat(thrown).hasMessage("disk full")
        assertThat(locks.events).containsExactly("acquireAsync job", "release job")
    }

    @Test
    fun cancellingIsSeenByTheBodyAndGivesTheLockBack() = run { jobs, locks ->
        val cancelled = CompletableDeferred<Boolean>()
        runBlocking {
            val entered = CompletableDeferred<Boolean>()
            val call = launch(Dispatchers.Default) { jobs.endless(entered, cancelled) }
            entered.await()
            call.cancel()
            call.join()
        }
        assertThat(cancelled.await()).isTrue()
        while (locks.events.size < 2) {
            yield()
        }
        assertThat(locks.events).containsExactly("acquireAsync job", "release job")
    }

    @Test
    fun aLossCancelsTheBody() = run { jobs, locks ->
        val cancelled = CompletableDeferred<Boolean>()
        val failure = CompletableDeferred<Throwable>()
        runBlocking {
            val entered = CompletableDeferred<Boolean>()
            launch(Dispatchers.Default) {
                try {
                    jobs.endless(entered, cancelled)
                } catch (lost: LockLostException) {
                    failure.complete(lost)
                }
            }
            entered.await()
            locks.handle("job").lose()
        }
        assertThat(cancelled.await()).isTrue()
        assertThat(failure.await()).hasMessageContaining("was lost while the method ran")
    }

    @Test
    fun aFlowIsLockedForEachCollection() = run { jobs, locks ->
        val flow = jobs.flow()
        assertThat(locks.events).isEmpty()
        assertThat(flow.toList()).containsExactly(1, 2, 3)
        assertThat(locks.events).containsExactly("acquireAsync job", "body", "release job")
        assertThat(flow.take(1).toList()).containsExactly(1)
        assertThat(locks.events.filter { it == "acquireAsync job" }).hasSize(2)
        assertThat(locks.events.filter { it == "release job" }).hasSize(2)
    }

    @Test
    fun aSuspendingFunctionMayReturnAFlowToo() = run { jobs, locks ->
        val flow = jobs.suspendingFlow()
        assertThat(flow.toList()).containsExactly(1, 2)
        assertThat(locks.events).containsExactly("acquireAsync job", "body", "release job")
    }

    @Test
    fun aNestedSuspendingFunctionJoins() = run { jobs, locks ->
        assertThat(jobs.outer(jobs)).isEqualTo("ran")
        assertThat(locks.events).containsExactly("acquireAsync job", "release job")
    }

    @Test
    fun anInvalidKeyIsThrownToTheCaller() = run { jobs, locks ->
        assertThrows<InvalidLockKeyException> { jobs.nothing("") }
        assertThat(locks.requests).isEmpty()
    }

    @Test
    fun whenAnotherHoldsTheLockItThrowsOrIsSkippedOrFallsBack() = run { jobs, locks ->
        locks.tryAcquire(LockRequest.forKey("job").build())
        locks.tryAcquire(LockRequest.forKey("a").build())
        assertThrows<LockNotGrantedException> { jobs.nothing("a") }
        assertThat(jobs.skipped()).isNull()
        assertThat(jobs.orInstead("a")).isEqualTo("instead of a for job")
        assertThat(locks.events).containsExactly("tryAcquire job", "tryAcquire a")
    }

    @Test
    fun theCompilersOwnMethodsAreNotWarnedOf(output: CapturedOutput) {
        run { jobs, _ -> jobs.nothing("a") }
        assertThat(output).doesNotContain("has no effect")
    }

    open class Jobs(private val locks: FakeLockClient) {

        @DistributedLock("'job:' + #id")
        open suspend fun result(id: String): String {
            delay(1)
            locks.events.add("body $id")
            return "ran $id"
        }

        @DistributedLock("#id")
        open suspend fun nothing(id: String) {
            delay(1)
            locks.events.add("body $id")
        }

        @DistributedLock("#p0")
        open suspend fun nothingOrNull(id: String): String? = null.also { locks.events.add("body $id") }

        @DistributedLock("'job'")
        open suspend fun suspended(gate: CompletableDeferred<String>): String = gate.await()

        @DistributedLock("'job'")
        open suspend fun fail(): String {
            delay(1)
            throw IOException("disk full")
        }

        @DistributedLock("'job'")
        open suspend fun endless(
            entered: CompletableDeferred<Boolean>,
            cancelled: CompletableDeferred<Boolean>,
        ): String {
            try {
                entered.complete(true)
                return CompletableDeferred<String>().await()
            } catch (asked: CancellationException) {
                cancelled.complete(true)
                throw asked
            }
        }

        @DistributedLock("'job'")
        open fun flow(): Flow<Int> {
            locks.events.add("body")
            return flow {
                emit(1)
                delay(1)
                emitAll(flowOf(2, 3))
            }
        }

        @DistributedLock("'job'")
        open suspend fun suspendingFlow(): Flow<Int> {
            delay(1)
            locks.events.add("body")
            return flowOf(1, 2)
        }

        @DistributedLock("'job'")
        open suspend fun outer(proxy: Jobs): String {
            delay(1)
            return proxy.inner()
        }

        @DistributedLock("'job'")
        open suspend fun inner(): String {
            delay(1)
            return "ran"
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.SKIP)
        open suspend fun skipped(): String? = "ran"

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "instead")
        open suspend fun orInstead(id: String): String = "ran $id"

        private suspend fun instead(id: String, why: LockNotGrantedException): String {
            delay(1)
            return "instead of $id for ${why.key()}"
        }
    }
}
