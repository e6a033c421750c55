package io.github.dynamolock.spring.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.NoThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaderElectorsLifecycleTests {

    @Test
    void withoutAThreadForEachTheElectorsAreClosedOneAfterTheOther() {
        Map<String, LeaderElector> electors = Map.of("aLeaderElector", elector("a"), "bLeaderElector", elector("b"));
        LeaderElectorsLifecycle lifecycle =
                new LeaderElectorsLifecycle(new LeaderElectors(electors), event -> {}, NoThreads::newThread);
        List<String> told = new ArrayList<>();
        lifecycle.stop(() -> told.add("stopped"));
        assertThat(told).containsExactly("stopped");
        assertThat(electors.values()).extracting(LeaderElector::state).containsOnly(LeaderElector.State.CLOSED);
    }

    private static LeaderElector elector(String key) {
        return LeaderElector.builder(new FakeLockClient(), key).build();
    }
}
