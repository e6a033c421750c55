package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** Mistakes in annotations stop the startup, with a message that names the method, what is written and what to write. */
class AnnotationMistakeTests {

    private static void assertMistake(Class<?> type, String... messageParts) {
        LockTestContext.runner()
                .withClassLoader(type.getClassLoader())
                .withInitializer(context -> ((BeanDefinitionRegistry) context.getBeanFactory())
                        .registerBeanDefinition("jobs", new RootBeanDefinition(type)))
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .hasStackTraceContaining(
                                    "InvalidLockAnnotationException: @DistributedLock on " + type.getName() + ".run(");
                    for (String part : messageParts) {
                        assertThat(context.getStartupFailure()).hasStackTraceContaining(part);
                    }
                });
    }

    @Test
    void noKey() {
        assertMistake(NoKey.class, "it has no key", "'campaign:' + #id");
    }

    @Test
    void anUnknownVariable() {
        assertMistake(
                UnknownVariable.class,
                "key = \"'campaign:' + #campaignId\" uses #campaignId, which is no parameter of the method",
                "Use #id, or #p0");
    }

    @Test
    void aPositionThatIsNotThere() {
        assertMistake(UnknownPosition.class, "uses #p1, which is no parameter of the method");
    }

    @Test
    void aVariableDeepInsideAnExpression() {
        assertMistake(DeepVariable.class, "uses #other, which is no parameter");
    }

    @Test
    void aLiteralWithoutQuotes() {
        assertMistake(
                BareName.class,
                "key = \"task\" has 'task' without quotes",
                "Literal text needs quotes of its own: \"'task'\"");
    }

    @Test
    void aParameterWithoutItsSign() {
        assertMistake(BareParameter.class, "has 'id' without quotes", "a parameter needs a #: #id");
    }

    @Test
    void aLiteralWithoutQuotesThatIsNoExpression() {
        assertMistake(
                BareText.class, "key = \"order#123\" is not a SpEL expression", "Literal text needs quotes of its own");
    }

    @Test
    void anUnfinishedExpression() {
        assertMistake(Unfinished.class, "key = \"'order:' + \" is not a SpEL expression");
    }

    @Test
    void aFunctionThatDoesNotExist() {
        assertMistake(Function.class, "calls the function #hash(#id), and there are none");
    }

    @Test
    void aMethodOfNothing() {
        assertMistake(RootMethod.class, "Call it on the bean itself, as in #root.target.keyOf(#id)");
    }

    @Test
    void aWaitTimeThatIsNone() {
        assertMistake(BadDuration.class, "waitTime = \"soon\" is not a duration", "10s, 500ms");
    }

    @Test
    void aWaitTimeWithoutAUnit() {
        assertMistake(NoUnit.class, "waitTime = \"10\" has no unit", "Write 10s or 10ms");
    }

    @Test
    void aLeaseOfNoTime() {
        assertMistake(ZeroLease.class, "leaseTime = \"0s\" is zero");
    }

    @Test
    void aNegativeWaitTime() {
        assertMistake(NegativeWait.class, "waitTime = \"-5s\" is negative");
    }

    @Test
    void aPlaceholderThatNothingFills() {
        assertMistake(NoProperty.class, "waitTime = \"${not.set}\" has a placeholder that no property fills");
    }

    @Test
    void aClientThatIsNoBean() {
        assertMistake(NoClient.class, "client = \"orders\" names no bean");
    }

    @Test
    void aFutureThatTheCallerCanNotBeGiven() {
        assertMistake(
                ReturnsFutureTask.class, "returns FutureTask", "Return CompletableFuture, CompletionStage or Future");
    }

    @Test
    void aClassCompiledWithoutParameterNames(@TempDir Path directory) throws Exception {
        Class<?> type = compiledWithoutParameters(directory, "#id");
        assertMistake(
                type,
                "uses #id, but the class was compiled without -parameters",
                "Compile with -parameters or use #p0");
    }

    @Test
    void positionsWorkWithoutParameterNames(@TempDir Path directory) throws Exception {
        Class<?> type = compiledWithoutParameters(directory, "#p0");
        LockTestContext.runner()
                .withClassLoader(type.getClassLoader())
                .withInitializer(context -> ((BeanDefinitionRegistry) context.getBeanFactory())
                        .registerBeanDefinition("jobs", new RootBeanDefinition(type)))
                .run(context -> {
                    Object jobs = context.getBean("jobs");
                    type.getMethod("run", String.class).invoke(jobs, "42");
                    assertThat(context.getBean(FakeLockClient.class).requests)
                            .singleElement()
                            .satisfies(request -> assertThat(request.key()).isEqualTo("42"));
                });
    }

    private static Class<?> compiledWithoutParameters(Path directory, String key) throws IOException {
        return compile(directory, "Nameless", """
                import io.github.dynamolock.spring.DistributedLock;
                public class Nameless {
                    @DistributedLock(key = "%s")
                    public void run(String id) {}
                }
                """.formatted(key));
    }

    /** Compiles as a build does that does not ask for parameter names. */
    private static Class<?> compile(Path directory, String name, String text) throws IOException {
        Path source = directory.resolve(name + ".java");
        Files.writeString(source, text);
        String classPath = System.getProperty("java.class.path") + File.pathSeparator + directory;
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", directory.toString(), source.toString());
        assertThat(result).isZero();
        URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, AnnotationMistakeTests.class.getClassLoader());
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static class NoKey {
        @DistributedLock
        public void run(String id) {}
    }

    static class UnknownVariable {
        @DistributedLock(key = "'campaign:' + #campaignId")
        public void run(String id) {}
    }

    static class UnknownPosition {
        @DistributedLock(key = "#p1")
        public void run(String id) {}
    }

    static class DeepVariable {
        @DistributedLock(key = "#id.concat(#id.length() > 3 ? #other : '')")
        public void run(String id) {}
    }

    static class BareName {
        @DistributedLock(key = "task")
        public void run() {}
    }

    static class BareParameter {
        @DistributedLock(key = "'campaign:' + id")
        public void run(String id) {}
    }

    static class BareText {
        @DistributedLock(key = "order#123")
        public void run() {}
    }

    static class Unfinished {
        @DistributedLock(key = "'order:' + ")
        public void run() {}
    }

    static class Function {
        @DistributedLock(key = "#hash(#id)")
        public void run(String id) {}
    }

    static class RootMethod {
        @DistributedLock(key = "keyOf(#id)")
        public void run(String id) {}
    }

    static class BadDuration {
        @DistributedLock(key = "'a'", waitTime = "soon")
        public void run() {}
    }

    static class NoUnit {
        @DistributedLock(key = "'a'", waitTime = "10")
        public void run() {}
    }

    static class ZeroLease {
        @DistributedLock(key = "'a'", leaseTime = "0s")
        public void run() {}
    }

    static class NegativeWait {
        @DistributedLock(key = "'a'", waitTime = "-5s")
        public void run() {}
    }

    static class NoProperty {
        @DistributedLock(key = "'a'", waitTime = "${not.set}")
        public void run() {}
    }

    static class NoClient {
        @DistributedLock(key = "'a'", client = "orders")
        public void run() {}
    }

    static class ReturnsFutureTask {
        @DistributedLock("'a'")
        public FutureTask<String> run() {
            return new FutureTask<>(() -> "");
        }
    }
}
