package io.github.dynamolock.verification.bench;

import java.net.URI;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The empty web application with a client of DynamoDB, as any that uses DynamoDB has. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class WebApplicationWithSdk {

    public static void main(String[] arguments) {
        EmptyWebApplication.start(WebApplicationWithSdk.class, arguments);
    }

    @Bean
    DynamoDbClient dynamoDb() {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create("http://localhost:1"))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }
}
