package io.github.dynamolock.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.TableRequest;
import io.github.dynamolock.spring.FakeLockClient;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the documents, the dashboard and the alert rules say of meters, against the meters themselves. */
class DocumentedMetersTests {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern METRIC = Pattern.compile("dynamolock_[a-z_]+");
    private static final Pattern ROW =
            Pattern.compile("\\| `(dynamolock\\.[a-z.]+)` \\| (\\w+) \\| (`[a-z]+`(?:, `[a-z]+`)*) \\|.*");

    private static <R extends MeterRegistry> R filled(R registry) {
        LockMeters meters = new LockMeters(registry);
        HeldLock lock = FakeLockClient.heldLock("campaign:42", "Jobs.launch", Duration.ofSeconds(17));
        meters.granted(lock, Duration.ofMillis(1));
        meters.notGranted(LockRequest.forKey("k").build(), new InterruptedException(), Duration.ZERO);
        meters.renewed(lock, Duration.ofMillis(1));
        meters.renewalFailed(lock, new IllegalStateException());
        meters.lost(lock, new LockLoss(LockLoss.Reason.EXPIRED, null));
        meters.released(lock);
        meters.requested(new TableRequest("Jobs.launch", "UpdateItem", TableRequest.Outcome.SUCCEEDED));
        return registry;
    }

    private static Set<String> exported() {
        return filled(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.indexOf('{')))
                .collect(Collectors.toSet());
    }

    private static Set<String> metricsIn(String text) {
        Matcher matcher = METRIC.matcher(text);
        Set<String> found = new TreeSet<>();
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    @Test
    void theTableOfMetersIsTheMetersThemselves() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String line : Files.readAllLines(DOCS.resolve("observability.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                documented.add(
                        row.group(1) + " " + row.group(2) + " " + row.group(3).replace("`", ""));
            }
        }
        Set<String> registered = filled(new SimpleMeterRegistry()).getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getName() + " " + id.getType().name().toLowerCase(Locale.ROOT) + " "
                        + id.getTags().stream().map(Tag::getKey).collect(Collectors.joining(", ")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(registered).hasSizeGreaterThan(7);
    }

    @Test
    void theDashboardAsksForMetricsThatPrometheusGets() throws IOException {
        JsonNode dashboard =
                new JsonMapper().readTree(Files.readString(DOCS.resolve(Path.of("observability", "dashboard.json"))));
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : dashboard.get("panels")) {
            for (JsonNode target : panel.get("targets")) {
                queries.add(target.get("expr").asString());
            }
        }
        assertThat(queries).hasSizeGreaterThan(9);
        Set<String> exported = exported();
        assertThat(queries)
                .allSatisfy(query -> assertThat(metricsIn(query)).isNotEmpty().isSubsetOf(exported));
        assertThat(metricsIn(dashboard.get("templating").toString()))
                .isNotEmpty()
                .isSubsetOf(exported);
    }

    @Test
    void everyAlertAsksForMetricsThatPrometheusGetsAndIsExplained() throws IOException {
        Object yaml = new Yaml().load(Files.readString(DOCS.resolve(Path.of("observability", "alerts.yml"))));
        List<JsonNode> alerts = new ArrayList<>();
        for (JsonNode group : new JsonMapper().<JsonNode>valueToTree(yaml).get("groups")) {
            group.get("rules").forEach(alerts::add);
        }
        String operations = Files.readString(DOCS.resolve("operations.md"));
        Set<String> exported = exported();
        assertThat(alerts).hasSizeGreaterThan(4).allSatisfy(alert -> {
            String name = alert.get("alert").asString();
            assertThat(metricsIn(alert.get("expr").asString())).isNotEmpty().isSubsetOf(exported);
            assertThat(operations).contains("\n## " + name + "\n");
            assertThat(alert.get("annotations").toString())
                    .contains("/docs/operations.md#" + name.toLowerCase(Locale.ROOT));
        });
    }
}
