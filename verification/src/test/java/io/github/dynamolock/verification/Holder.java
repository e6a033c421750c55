package io.github.dynamolock.verification;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A process that takes one lock and answers questions about it: {@code held?}, {@code now?} (its wall clock), {@code
 * losses?} (how often it was told of its loss) and {@code release} on its input, one line
 * for each on its output, and {@code lost REASON} by itself. Arguments: endpoint, table, key, lease in milliseconds.
 */
final class Holder {

    private Holder() {}

    public static void main(String[] args) throws InterruptedException {
        Duration lease = Duration.ofMillis(Long.parseLong(args[3]));
        try (DynamoDbClient dynamoDb = dynamoDb(URI.create(args[0]));
                LockClient locks = LockClient.builder(dynamoDb)
                        .table(args[1])
                        .leaseDuration(lease)
                        .heartbeatPeriod(lease.dividedBy(4))
                        .build()) {
            LockHandle lock = locks.acquire(
                    LockRequest.forKey(args[2]).waitTime(Duration.ofMinutes(1)).build());
            AtomicInteger losses = new AtomicInteger();
            var unused = lock.lost().thenAccept(loss -> {
                losses.incrementAndGet();
                say("lost " + loss.reason());
            });
            say("granted " + lock.fencingToken());
            answer(lock, losses);
        }
    }

    private static void answer(LockHandle lock, AtomicInteger losses) {
        Scanner questions = new Scanner(System.in, StandardCharsets.UTF_8);
        while (questions.hasNextLine()) {
            switch (questions.nextLine()) {
                case "held?" -> say("held " + lock.isHeld());
                case "now?" -> say("now " + System.currentTimeMillis());
                case "losses?" -> say("losses " + losses);
                case "release" -> say("release " + lock.release());
                default -> say("?");
            }
        }
    }

    static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    static DynamoDbClient dynamoDb(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}
