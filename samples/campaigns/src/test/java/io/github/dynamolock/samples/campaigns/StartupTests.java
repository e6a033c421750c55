package io.github.dynamolock.samples.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.ReleaseResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** What is to be read when the application starts. */
@ExtendWith(OutputCaptureExtension.class)
class StartupTests {

    @Test
    void twoInstancesAreShownThatExcludeEachOtherAndThenWhatToTry(CapturedOutput output) throws IOException {
        int port = freePort();

        try (ConfigurableApplicationContext application = start("--dynamolock.local.port=" + port)) {
            String web = "http://localhost:" + application.getEnvironment().getProperty("local.server.port");

            assertThat(output.getOut().lines().filter(line -> line.matches("demo-\\d\\d .* 1$")))
                    .hasSize(10)
                    .allSatisfy(line -> assertThat(line).containsAnyOf("ran after it", "409, did not run"));
            assertThat(output)
                    .contains("Largest overlap of two runs of one campaign: 1")
                    .contains("curl -X POST '" + web + "/campaigns/42/launch?work=5s'")
                    .contains("--dynamolock.client.endpoint=http://localhost:" + port)
                    .doesNotContain("THE LOCK FAILED")
                    .doesNotContain(" INFO ")
                    .doesNotContain(" WARN ")
                    .doesNotContain(" ERROR ");
        }
    }

    @Test
    void anInstanceThatJoinsAnotherShowsNoDemonstration(CapturedOutput output) throws IOException {
        int port = freePort();

        try (ConfigurableApplicationContext first = start("--dynamolock.local.port=" + port, "--campaigns.demo=false");
                ConfigurableApplicationContext second = start(
                        "--dynamolock.local.enabled=false", "--dynamolock.client.endpoint=http://localhost:" + port)) {
            assertThat(first.getBean(CampaignRuns.class).begin("42")).isEqualTo(1);
            assertThat(second.getBean(CampaignRuns.class).begin("42")).isEqualTo(2);
            assertThat(output).contains("The application is up").doesNotContain("Two instances");
        }
    }

    @Test
    void theReportIsLeftToTheInstanceThatCameFirst(CapturedOutput output) throws Exception {
        int port = freePort();

        try (ConfigurableApplicationContext first =
                        start("--dynamolock.local.port=" + port, "--campaigns.demo=false", "--campaigns.report=-");
                ConfigurableApplicationContext second = start(
                        "--dynamolock.local.enabled=false",
                        "--dynamolock.client.endpoint=http://localhost:" + port,
                        "--campaigns.report=-");
                LockHandle taken = second.getBean(LockClient.class).acquire("minute-report")) {
            first.getBean(CampaignRuns.class).begin("42");
            first.getBean(MinuteReport.class).report();
            assertThat(output).doesNotContain("Report of the minute");
            assertThat(taken.release()).isEqualTo(ReleaseResult.RELEASED);

            first.getBean(MinuteReport.class).report();
            assertThat(output).containsOnlyOnce("campaigns have run 1 times in all");
        }
    }

    @Test
    void aPortOfDynamoDbThatIsTakenIsNamedWithAWayOut(CapturedOutput output) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = Integer.toString(taken.getLocalPort());

            assertThatException().isThrownBy(() -> start("--dynamolock.local.port=" + port));

            assertThat(output)
                    .contains("APPLICATION FAILED TO START")
                    .contains(port)
                    .contains("dynamolock.local.port")
                    .contains("dynamolock.client.endpoint");
        }
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        SpringApplication application = new SpringApplication(CampaignsApplication.class);
        application.setRegisterShutdownHook(false);
        String[] all = new String[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--server.port=0";
        return application.run(all);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
