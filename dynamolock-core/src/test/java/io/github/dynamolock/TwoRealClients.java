package io.github.dynamolock;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** For tests with real threads: two clients of one table in this process. */
abstract class TwoRealClients {

    final LocalBackEnd backEnd = LocalBackEnd.inProcess();
    LockClient locks;
    LockClient other;

    @BeforeEach
    void open() throws InterruptedException {
        LockTables.create(backEnd.newClient(), LockTableSpec.of("locks"));
        locks = newClient();
        other = newClient();
    }

    @AfterEach
    void close() {
        backEnd.dynamo.faults().clear();
        locks.close();
        other.close();
        backEnd.close();
    }

    private LockClient newClient() {
        return LockClient.builder(backEnd.newClient())
                .table("locks")
                .leaseDuration(Duration.ofMinutes(1))
                .heartbeatPeriod(Duration.ofSeconds(20))
                .build();
    }
}
