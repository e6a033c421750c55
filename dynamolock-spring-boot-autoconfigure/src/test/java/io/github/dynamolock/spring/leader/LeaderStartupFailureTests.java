package io.github.dynamolock.spring.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.FailedStart;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application prints whose electors can't be built. No stack trace. */
@ExtendWith(OutputCaptureExtension.class)
class LeaderStartupFailureTests {

    private static void fails(CapturedOutput output, Class<?> configuration, String... properties) {
        List<String> all = new ArrayList<>(List.of("--dynamolock.local.enabled=true", "--dynamolock.local.port=0"));
        all.addAll(List.of(properties));
        FailedStart.of(output, configuration, all.toArray(String[]::new));
    }

    @Test
    void theKeyIsMissing(CapturedOutput output) {
        fails(output, OneClient.class, "--dynamolock.leader.billing.retry-pause=1s");
        assertThat(output).contains("dynamolock.leader.billing.key").contains("Say which lock's key");
    }

    @Test
    void theKeyIsBlank(CapturedOutput output) {
        fails(output, OneClient.class, "--dynamolock.leader.billing.key= ");
        assertThat(output).contains("dynamolock.leader.billing.key").contains("It is refused");
    }

    @Test
    void theNameIsMissing(CapturedOutput output) {
        fails(output, OneClient.class, "--dynamolock.leader.key=leader:billing");
        assertThat(output).contains("dynamolock.leader.key").contains("as in dynamolock.leader.billing.key");
    }

    @Test
    void thePauseIsNone(CapturedOutput output) {
        fails(
                output,
                OneClient.class,
                "--dynamolock.leader.billing.key=k",
                "--dynamolock.leader.billing.retry-pause=0s");
        assertThat(output)
                .contains("dynamolock.leader.billing.retry-pause")
                .contains("retryPause must be greater than zero");
    }

    @Test
    void theLeaseIsTooShort(CapturedOutput output) {
        fails(
                output,
                OneClient.class,
                "--dynamolock.leader.billing.key=k",
                "--dynamolock.leader.billing.lease-duration=-1s");
        assertThat(output).contains("dynamolock.leader.billing.lease-duration").contains("It is refused");
    }

    @Test
    void aDurationIsNone(CapturedOutput output) {
        fails(
                output,
                OneClient.class,
                "--dynamolock.leader.billing.key=k",
                "--dynamolock.leader.billing.retry-pause=soon");
        assertThat(output).contains("dynamolock.leader.billing.retry-pause").contains("soon");
    }

    @Test
    void theClientRenewsNothing(CapturedOutput output) {
        fails(output, OneClient.class, "--dynamolock.leader.billing.key=k", "--dynamolock.heartbeat-period=0s");
        assertThat(output).contains("dynamolock.leader.billing.client").contains("must renew its locks");
    }

    @Test
    void theClientIsUnknown(CapturedOutput output) {
        fails(output, OneClient.class, "--dynamolock.leader.billing.key=k", "--dynamolock.leader.billing.client=other");
        assertThat(output)
                .contains("dynamolock.leader.billing.client")
                .contains("other")
                .contains("no lock client of this bean name");
    }

    @Test
    void severalClientsAndNoneIsNamed(CapturedOutput output) {
        fails(output, TwoClients.class, "--dynamolock.leader.billing.key=k");
        assertThat(output)
                .contains("dynamolock.leader.billing.client")
                .contains("There are several lock clients, [first, second]");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DynamoLockAutoConfiguration.class, LeaderElectionAutoConfiguration.class})
    static class OneClient {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DynamoLockAutoConfiguration.class, LeaderElectionAutoConfiguration.class})
    static class TwoClients {

        @Bean
        LockClient first() {
            return new FakeLockClient();
        }

        @Bean
        LockClient second() {
            return new FakeLockClient();
        }
    }
}
