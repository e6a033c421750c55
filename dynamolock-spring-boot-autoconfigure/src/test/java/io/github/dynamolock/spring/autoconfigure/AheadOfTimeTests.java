package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor;

/** An application that is processed ahead of time, as for a native image, and then run on the JVM. */
class AheadOfTimeTests {

    private static final long SECONDS = 120;

    @TempDir
    Path directory;

    private Path sources() {
        return directory.resolve("sources");
    }

    private Path classes() {
        return directory.resolve("classes");
    }

    private String classPath() {
        return classes() + File.pathSeparator + System.getProperty("java.class.path");
    }

    @Test
    void locksFallbacksAndTransactionsWorkInAnApplicationThatWasProcessedAheadOfTime() throws Exception {
        process();
        assertThat(hints()).contains("\"" + AheadOfTimeApplication.Order.class.getName() + "\"", "\"instead\"");
        compile();
        assertThat(run())
                .contains("ahead of time: true")
                .contains("proxy: true")
                .contains("token: [prefix/job:7, ")
                .contains("listeners: 1")
                .contains("granted: billing leader:billing")
                .contains("taken: true, instead: [LockNotGrantedException]");
    }

    /** Neither the placeholder of the annotation nor the settings of the running application are known then. */
    private void process() {
        AbstractAotProcessor.Settings settings = AbstractAotProcessor.Settings.builder()
                .sourceOutput(sources())
                .classOutput(classes())
                .resourceOutput(classes())
                .groupId("io.github.dynamolock")
                .artifactId("ahead-of-time")
                .build();
        new SpringApplicationAotProcessor(AheadOfTimeApplication.class, settings, new String[] {
                    "--dynamolock.local.enabled=true",
                    "--dynamolock.annotation.order=${order.of.production}",
                    "--dynamolock.leader.billing.key=${key.of.production}"
                })
                .process();
    }

    private String hints() throws IOException {
        try (Stream<Path> files = Files.walk(classes())) {
            Path metadata = files.filter(file -> file.endsWith("reachability-metadata.json"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(metadata);
        }
    }

    private void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none", "-nowarn", "-cp", classPath(), "-d", classes().toString()));
        try (Stream<Path> files = Files.walk(sources())) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(result).isZero();
    }

    private String run() throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dspring.aot.enabled=true",
                        "-cp",
                        classPath(),
                        AheadOfTimeApplication.class.getName(),
                        "--jobs.wait=0s",
                        "--dynamolock.local.enabled=true",
                        "--dynamolock.local.port=0",
                        "--dynamolock.leader.billing.key=leader:billing",
                        "--dynamolock.key-prefix=prefix/")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
