package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** DynamoDB in this process, served on loopback so that a second instance of the application can join. */
final class LocalDynamoDbServer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalDynamoDbServer.class);

    private static final int MAX_PORT = 65_535;

    private final LocalDynamoDb dynamoDb;
    private final LocalEndpoint endpoint;

    private LocalDynamoDbServer(LocalDynamoDb dynamoDb, LocalEndpoint endpoint) {
        this.dynamoDb = dynamoDb;
        this.endpoint = endpoint;
    }

    static LocalDynamoDbServer start(int port, @Nullable Path file) {
        if (port < 0 || port > MAX_PORT) {
            throw new InvalidConfigurationPropertyValueException(
                    "dynamolock.local.port", port, "It must be from 0, which is any free port, to " + MAX_PORT + ".");
        }
        LocalDynamoDb dynamoDb = open(file);
        try {
            LocalDynamoDbServer server = new LocalDynamoDbServer(dynamoDb, dynamoDb.serve(port));
            LOGGER.info(
                    "DynamoDB runs in this process, for development only, and serves {}. Its data {}",
                    server.endpoint.uri(),
                    file == null ? "ends with the process" : "is kept in " + file.toAbsolutePath());
            return server;
        } catch (IllegalStateException | UncheckedIOException failure) {
            dynamoDb.close();
            throw new LockSetupException(
                    "The local DynamoDB can't serve on port " + port + ": " + failure.getMessage() + ".",
                    "To join an instance that serves there already, set dynamolock.local.enabled=false and"
                            + " dynamolock.client.endpoint=http://localhost:" + port
                            + ". To run a DynamoDB of its own, set dynamolock.local.port to another port, or to 0 for any.",
                    failure);
        }
    }

    private static LocalDynamoDb open(@Nullable Path file) {
        if (file == null) {
            return LocalDynamoDb.create();
        }
        try {
            return LocalDynamoDb.builder().file(file).build();
        } catch (IllegalStateException | UncheckedIOException failure) {
            throw new LockSetupException(
                    "The local DynamoDB can't keep its data in " + file.toAbsolutePath() + ": " + failure.getMessage()
                            + ".",
                    "Set dynamolock.local.file to another file, or leave it out to begin with nothing each time.",
                    failure);
        }
    }

    LocalDynamoDb dynamoDb() {
        return dynamoDb;
    }

    @Override
    public void close() {
        endpoint.close();
        dynamoDb.close();
    }
}
