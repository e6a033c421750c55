package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamolock.local.engine.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** The SDK's operations, what of them is served, and what docs/local.md says of that. */
class ApiTests {
    private static final String DOCUMENT = document();
    private static final Pattern OPERATION = Pattern.compile("(?m)^\\| `([A-Z]\\w+)` \\| (served|refused) \\|");
    private static final Pattern NAMED_TEST = Pattern.compile("`(\\w+Tests)\\.(\\w+)`");
    private static final List<String> PACKAGES = List.of("", "expression.", "value.");

    private static String document() {
        try {
            return Files.readString(Path.of("../docs/local.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The operations that the SDK's client has, each with the method that takes its request. */
    private static Map<String, Method> operations() {
        Map<String, Method> operations = new TreeMap<>();
        for (Method method : DynamoDbClient.class.getMethods()) {
            if (DynamoDbResponse.class.isAssignableFrom(method.getReturnType())
                    && method.getParameterCount() == 1
                    && DynamoDbRequest.class.isAssignableFrom(method.getParameterTypes()[0])) {
                String name = method.getName();
                operations.put(Character.toUpperCase(name.charAt(0)) + name.substring(1), method);
            }
        }
        return operations;
    }

    private static List<String> documented(String how) {
        List<String> names = new ArrayList<>();
        String section = DOCUMENT.substring(DOCUMENT.indexOf("## Operations"));
        Matcher rows = OPERATION.matcher(section.substring(0, section.indexOf("\n## ")));
        while (rows.find()) {
            if (rows.group(2).equals(how)) {
                names.add(rows.group(1));
            }
        }
        return names;
    }

    @Test
    void theDocumentListsEveryOperationOfTheSdkOnce() {
        List<String> all = new ArrayList<>(documented("served"));
        all.addAll(documented("refused"));
        assertThat(operations()).hasSizeGreaterThan(50);
        assertThat(all).containsExactlyInAnyOrderElementsOf(operations().keySet());
    }

    @Test
    void whatTheDocumentCallsServedIsWhatTheEngineServes() {
        assertThat(documented("served"))
                .containsExactlyInAnyOrderElementsOf(
                        Engine.inMemory(Clock.systemUTC()).operations());
    }

    @Test
    void everyOperationThatIsNotServedIsRefusedByName() {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            assertThat(documented("refused")).isNotEmpty().allSatisfy(name -> {
                AwsServiceException error =
                        catchThrowableOfType(AwsServiceException.class, () -> call(dynamo.client(), name));
                assertThat(error.awsErrorDetails().errorCode()).isEqualTo("UnknownOperationException");
                assertThat(error.getMessage()).contains("dynamolock-local does not serve the operation " + name);
            });
        }
    }

    private static void call(DynamoDbClient client, String operation) throws Throwable {
        Method method = operations().get(operation);
        assertThat(method).as(operation).isNotNull();
        Object builder = method.getParameterTypes()[0].getMethod("builder").invoke(null);
        Object request = ((DynamoDbRequest.Builder) builder).build();
        try {
            method.invoke(client, request);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void everyTestThatTheDocumentNamesExists() {
        List<String> named = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        Matcher tests = NAMED_TEST.matcher(DOCUMENT);
        while (tests.find()) {
            named.add(tests.group());
            if (!exists(tests.group(1), tests.group(2))) {
                missing.add(tests.group());
            }
        }
        assertThat(named).hasSizeGreaterThan(90);
        assertThat(missing).isEmpty();
        assertThat(exists("ApiTests", "exists")).isFalse();
        assertThat(exists("NoSuchTests", "anything")).isFalse();
    }

    @Test
    void everyRowOfTheDocumentsTablesOfTestsNamesOne() {
        List<String> rows = Arrays.stream(DOCUMENT.split("\n"))
                .dropWhile(line -> !line.equals("## Operations"))
                .filter(line -> line.startsWith("| ") && !line.endsWith("shown by |"))
                .toList();
        assertThat(rows)
                .hasSizeGreaterThan(90)
                .allSatisfy(row -> assertThat(row).containsPattern(NAMED_TEST));
    }

    private static boolean exists(String type, String method) {
        for (String within : PACKAGES) {
            var found = ReflectionSupport.tryToLoadClass(ApiTests.class.getPackageName() + "." + within + type);
            if (found.toOptional().isPresent()) {
                return !ReflectionSupport.findMethods(
                                found.toOptional().get(),
                                candidate -> candidate.getName().equals(method)
                                        && AnnotationSupport.isAnnotated(candidate, Testable.class),
                                HierarchyTraversalMode.TOP_DOWN)
                        .isEmpty();
            }
        }
        return false;
    }
}
