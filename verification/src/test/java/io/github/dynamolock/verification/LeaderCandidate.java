package io.github.dynamolock.verification;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.integration.DynamoLockRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Scanner;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A process that campaigns by Spring Integration's leader election over our lock registry. Says {@code ready}, then {@code
 * granted TOKEN} and {@code revoked}; answers {@code leading?}. Arguments: endpoint, table, role, lease in milliseconds.
 */
final class LeaderCandidate {

    private LeaderCandidate() {}

    public static void main(String[] args) {
        Duration lease = Duration.ofMillis(Long.parseLong(args[3]));
        try (DynamoDbClient dynamoDb = Holder.dynamoDb(URI.create(args[0]));
                LockClient locks = LockClient.builder(dynamoDb)
                        .table(args[1])
                        .leaseDuration(lease)
                        .heartbeatPeriod(lease.dividedBy(4))
                        .build()) {
            DynamoLockRegistry registry = new DynamoLockRegistry(locks);
            LockRegistryLeaderInitiator initiator =
                    new LockRegistryLeaderInitiator(registry, new Candidate(registry, args[2]));
            initiator.setHeartBeatMillis(100);
            // Outside a context there is nobody to publish for.
            initiator.setApplicationEventPublisher(event -> {});
            initiator.start();
            say("ready");
            Scanner questions = new Scanner(System.in, StandardCharsets.UTF_8);
            while (questions.hasNextLine()) {
                String question = questions.nextLine();
                say(
                        question.equals("leading?")
                                ? "leading " + initiator.getContext().isLeader()
                                : "?");
            }
            initiator.stop();
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Called on the thread that holds the lock. */
    private static final class Candidate extends DefaultCandidate {

        private final DynamoLockRegistry registry;

        Candidate(DynamoLockRegistry registry, String role) {
            super("process-" + ProcessHandle.current().pid(), role);
            this.registry = registry;
        }

        @Override
        public void onGranted(Context context) {
            say("granted " + registry.held(getRole()).orElseThrow().fencingToken());
        }

        @Override
        public void onRevoked(Context context) {
            say("revoked");
        }
    }
}
