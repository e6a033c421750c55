package io.github.dynamolock.spring

import io.github.dynamolock.spring.autoconfigure.DynamoLockObservationAutoConfiguration
import io.micrometer.observation.Observation
import io.micrometer.observation.ObservationRegistry
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.core.PropagationContextElement
import reactor.core.publisher.Hooks

/** The spans of Kotlin's suspending functions. */
class ObservedSuspendingFunctionTests {

    private val traces = TestTraces()

    @BeforeEach
    fun propagate() = Hooks.enableAutomaticContextPropagation()

    @AfterEach
    fun stopPropagating() = Hooks.disableAutomaticContextPropagation()

    @Test
    fun itsSpanIsInsideItsCallersAndAroundTheBodysAlsoAfterItWasSuspended() {
        LockTestContext.runner()
            .withConfiguration(AutoConfigurations.of(DynamoLockObservationAutoConfiguration::class.java))
            .withBean(ObservationRegistry::class.java, { traces.registry() })
            .withBean(Jobs::class.java, { Jobs(traces) })
            .run { context ->
                val jobs = context.getBean(Jobs::class.java)
                Observation.createNotStarted("request", traces.registry()).observe(Runnable {
                    runBlocking(PropagationContextElement()) { withTimeout(20_000) { jobs.work("a") } }
                })
                assertThat(traces.tree(4)).isEqualTo(
                    """
                    request
                      locked Jobs.work {dynamolock.fencing.token=1, dynamolock.key=a, dynamolock.owner=owner-1, lock=Jobs.work, outcome=completed} [granted]
                        before
                        after

                    """.trimIndent(),
                )
            }
    }

    open class Jobs(private val traces: TestTraces) {

        @DistributedLock("#id")
        open suspend fun work(id: String) = withContext(PropagationContextElement()) {
            traces.mark("before")
            delay(1)
            traces.mark("after")
            id
        }
    }
}
