package io.github.dynamolock.verification.bench;

import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;

/** The endpoint of dynamolock-local in a JVM of its own, until its input ends. */
final class LocalServer {
    private LocalServer() {}

    public static void main(String[] arguments) throws Exception {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create();
                LocalEndpoint endpoint = dynamo.serve(Integer.parseInt(arguments[0]))) {
            System.out.println(endpoint);
            while (System.in.read() >= 0) {
                // Waits for the end.
            }
        }
    }
}
