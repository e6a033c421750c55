package io.github.dynamolock.verification;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LeadershipListener;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.Term;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A process that campaigns for a key until it is killed. Says {@code granted TOKEN} and {@code revoked TOKEN REASON}, and
 * writes down by {@link TermLog} when it leads. Arguments: endpoint, table, key, lease in milliseconds, file.
 */
final class Leader {

    private Leader() {}

    public static void main(String[] args) throws IOException {
        Duration lease = Duration.ofMillis(Long.parseLong(args[3]));
        try (DynamoDbClient dynamoDb = Holder.dynamoDb(URI.create(args[0]));
                LockClient locks = LockClient.builder(dynamoDb)
                        .table(args[1])
                        .leaseDuration(lease)
                        .heartbeatPeriod(lease.dividedBy(4))
                        .build();
                LeaderElector elector = LeaderElector.builder(locks, args[2])
                        .retryPause(Duration.ofMillis(200))
                        .listener(new Saying())
                        .build()) {
            elector.start();
            TermLog.write(elector, Path.of(args[4]));
        }
    }

    private static final class Saying implements LeadershipListener {

        @Override
        public void granted(Term term) {
            say("granted " + term.fencingToken());
        }

        @Override
        public void revoked(Term term, @Nullable LockLoss loss) {
            say("revoked " + term.fencingToken() + " " + (loss == null ? "RESIGNED" : loss.reason()));
        }
    }

    static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
