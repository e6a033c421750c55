package io.github.dynamolock.spring.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.spring.FakeLockClient;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaderElectorsTests {

    private final LeaderElector one =
            LeaderElector.builder(new FakeLockClient(), "1").build();
    private final LeaderElector two =
            LeaderElector.builder(new FakeLockClient(), "2").build();

    @Test
    void namesAreThoseOfTheBeansWithoutTheEnding() {
        assertThat(new LeaderElectors(Map.of("billingLeaderElector", one, "reports", two)).byName())
                .containsExactly(Map.entry("billing", one), Map.entry("reports", two));
    }

    @Test
    void noElectorHidesAnother() {
        assertThat(new LeaderElectors(Map.of("billingLeaderElector", one, "billing", two)).byName())
                .containsExactly(Map.entry("billing", two), Map.entry("billingLeaderElector", one));
        assertThat(new LeaderElectors(Map.of("LeaderElector", one)).byName()).containsOnlyKeys("LeaderElector");
    }
}
