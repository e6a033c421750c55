package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.autoconfigure.core.AwsAutoConfiguration;
import io.awspring.cloud.autoconfigure.core.AwsConnectionDetails;
import io.awspring.cloud.autoconfigure.core.CredentialsProviderAutoConfiguration;
import io.awspring.cloud.autoconfigure.core.RegionProviderAutoConfiguration;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Where the client that dynamolock builds looks for DynamoDB. */
class ConnectionDetailsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DynamoLockAutoConfiguration.class))
            .withPropertyValues("dynamolock.table.initialize=none");

    @Test
    void aBeanWinsOverTheProperties() {
        runner.withBean(DynamoLockConnectionDetails.class, () -> new DynamoLockConnectionDetails() {
                    @Override
                    public URI getEndpoint() {
                        return URI.create("http://localhost:4566");
                    }

                    @Override
                    public String getRegion() {
                        return "ap-south-1";
                    }

                    @Override
                    public String getAccessKey() {
                        return "key";
                    }

                    @Override
                    public String getSecretKey() {
                        return "secret";
                    }
                })
                .withPropertyValues(
                        "dynamolock.client.endpoint=http://localhost:1", "dynamolock.client.region=eu-west-1")
                .run(context -> {
                    DynamoDbClient client = context.getBean(DynamoDbClient.class);
                    assertThat(endpoint(client)).isEqualTo("http://localhost:4566");
                    assertThat(region(client)).isEqualTo("ap-south-1");
                    assertThat(accessKey(client)).isEqualTo("key");
                });
    }

    @Test
    void springCloudAwssConnectionIsUsed() {
        runner.withBean(AwsConnectionDetails.class, () -> new AwsConnectionDetails() {
                    @Override
                    public URI getEndpoint() {
                        return URI.create("http://localhost:4567");
                    }

                    @Override
                    public String getRegion() {
                        return "eu-north-1";
                    }

                    @Override
                    public String getAccessKey() {
                        return "aws";
                    }

                    @Override
                    public String getSecretKey() {
                        return "secret";
                    }
                })
                .run(context -> {
                    DynamoDbClient client = context.getBean(DynamoDbClient.class);
                    assertThat(endpoint(client)).isEqualTo("http://localhost:4567");
                    assertThat(region(client)).isEqualTo("eu-north-1");
                    assertThat(accessKey(client)).isEqualTo("aws");
                });
    }

    @Test
    void springCloudAwssRegionAndCredentialsAreUsed() {
        runner.withConfiguration(AutoConfigurations.of(
                        AwsAutoConfiguration.class,
                        CredentialsProviderAutoConfiguration.class,
                        RegionProviderAutoConfiguration.class))
                .withPropertyValues(
                        "spring.cloud.aws.region.static=ca-central-1",
                        "spring.cloud.aws.credentials.access-key=from-spring-cloud",
                        "spring.cloud.aws.credentials.secret-key=secret")
                .run(context -> {
                    DynamoDbClient client = context.getBean(DynamoDbClient.class);
                    assertThat(region(client)).isEqualTo("ca-central-1");
                    assertThat(accessKey(client)).isEqualTo("from-spring-cloud");
                });
    }

    @Test
    void theApplicationsOwnCredentialsAreUsed() {
        runner.withBean(
                        AwsCredentialsProvider.class,
                        () -> StaticCredentialsProvider.create(AwsBasicCredentials.create("own", "secret")))
                .withPropertyValues("dynamolock.client.region=eu-west-1")
                .run(context -> assertThat(accessKey(context.getBean(DynamoDbClient.class)))
                        .isEqualTo("own"));
    }

    @Test
    void withoutSpringCloudAwsThePropertiesAreUsed() {
        runner.withClassLoader(new FilteredClassLoader(AwsConnectionDetails.class))
                .withPropertyValues(
                        "dynamolock.client.endpoint=http://localhost:8000", "dynamolock.client.region=eu-west-1")
                .run(context -> {
                    DynamoDbClient client = context.getBean(DynamoDbClient.class);
                    assertThat(endpoint(client)).isEqualTo("http://localhost:8000");
                    assertThat(region(client)).isEqualTo(Region.EU_WEST_1.id());
                });
    }

    private static String endpoint(DynamoDbClient client) {
        return client.serviceClientConfiguration()
                .endpointOverride()
                .map(URI::toString)
                .orElse("");
    }

    private static String region(DynamoDbClient client) {
        return client.serviceClientConfiguration().region().id();
    }

    private static String accessKey(DynamoDbClient client) {
        AwsCredentialsIdentity identity = client.serviceClientConfiguration()
                .credentialsProvider()
                .resolveIdentity()
                .join();
        return identity.accessKeyId();
    }
}
