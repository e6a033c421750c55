package io.github.dynamolock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.cli.Program.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written wrongly is told before any call. */
class UsageTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lock",
                "lock k",
                "lock k --",
                "lock --wait 10 k -- true",
                "lock --wait soon k -- true",
                "lock --wait -1s k -- true",
                "lock --wait 400d k -- true",
                "lock --nonblock --wait 1s k -- true",
                "lock --lease 0s k -- true",
                "lock --conflict-exit-code 256 k -- true",
                "lock --conflict-exit-code -1 k -- true",
                "lock --kill-after 2d k -- true",
                "lock --no-such-option k -- true",
                "lock --row-format other k -- true",
                "lock --partition-key isReleased k -- true",
                "lock --sort-key =x k -- true",
                "show",
                "show a b",
                "list a",
                "list --limit 0",
                "force-release",
                "force-release --force k"
            })
    void aMistakeIsToldAndNothingIsCalled(String line) throws InterruptedException {
        try (Program program = new Program()) {
            program.dynamo.calls().reset();
            Result result = program.run(line.split(" "));
            assertThat(result.code()).isEqualTo(ExitCodes.USAGE);
            assertThat(result.err()).startsWith("dynamolock: ").doesNotContain("\tat ");
            assertThat(program.dynamo.calls().total()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8000", "ftp://localhost", "http:/x", "not a url"})
    void anEndpointIsAWebAddress(String endpoint) {
        Result result = Program.runAsWritten("show", "--endpoint", endpoint, "k");
        assertThat(result.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(result.err()).contains("--endpoint");
    }

    @Test
    void aKeyIsCheckedAsTheLibraryDoes() throws InterruptedException {
        try (Program program = new Program()) {
            Result blank = program.run("lock", " ", "--", "true");
            assertThat(blank.code()).isEqualTo(ExitCodes.USAGE);
            assertThat(blank.err()).contains("must not be empty or blank");
        }
    }

    @Test
    void aSubcommandIsNeeded() {
        assertThat(Program.runAsWritten().code()).isEqualTo(ExitCodes.USAGE);
        assertThat(Program.runAsWritten("unlock", "k").code()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void helpAndVersionAreThere() {
        Result help = Program.runAsWritten("lock", "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out())
                .contains("dynamolock lock [OPTION]... KEY -- COMMAND [ARGUMENT]...", "75", "the lock was lost");
        assertThat(Program.runAsWritten("--help").out()).contains("lock", "show", "list", "force-release");
        assertThat(Program.runAsWritten("--version").out()).startsWith("dynamolock ");
        assertThat(Program.runAsWritten("show", "--version").out()).startsWith("dynamolock ");
    }
}
