package io.github.dynamolock.cli;

import io.github.dynamolock.LockException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import software.amazon.awssdk.core.exception.SdkException;

/** The program: {@code dynamolock lock KEY -- command}, {@code show}, {@code list} and {@code force-release}. */
public final class Main {

    private Main() {}

    /** Runs the program and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine(writer(System.out), writer(System.err)).execute(args));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, Charset.defaultCharset());
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        IParameterExceptionHandler badUsage = (problem, args) -> {
            err.println("dynamolock: " + Texts.visible(String.valueOf(problem.getMessage())));
            err.println("Try '" + problem.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
            return ExitCodes.USAGE;
        };
        IExecutionExceptionHandler failure = (problem, command, parsed) -> exitCode(problem, err);
        return new CommandLine(new Root())
                .addSubcommand(new LockCommand(err))
                .addSubcommand(new ShowCommand(out, err))
                .addSubcommand(new ListCommand(out, err))
                .addSubcommand(new ForceReleaseCommand(out, err))
                // The command's own arguments may begin with '@'.
                .setExpandAtFiles(false)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(badUsage)
                .setExecutionExceptionHandler(failure);
    }

    private static int exitCode(Exception problem, PrintWriter err) {
        if (problem instanceof InterruptedException) {
            return ExitCodes.INTERRUPTED;
        }
        if (problem instanceof LockException || problem instanceof SdkException) {
            err.println("dynamolock: " + Texts.visible(String.valueOf(problem.getMessage())));
            return ExitCodes.UNAVAILABLE;
        }
        if (problem instanceof IllegalArgumentException) {
            err.println("dynamolock: " + Texts.visible(String.valueOf(problem.getMessage())));
            return ExitCodes.USAGE;
        }
        err.println("dynamolock failed unexpectedly");
        problem.printStackTrace(err);
        return ExitCodes.SOFTWARE;
    }

    @Command(
            name = "dynamolock",
            description = "Locks that are rows of a DynamoDB table, from the command line.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    private static final class Root {}

    /** The version in the manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"dynamolock " + (version == null ? "of no known version" : version)};
        }
    }
}
