package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LeaderState.Leadership;
import java.lang.reflect.Proxy;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeaderStateTests {

    private final LeaderState state = new LeaderState();
    private final Leadership first = leadership(1);
    private final Leadership second = leadership(2);

    private static Leadership leadership(long token) {
        LockHandle lock = (LockHandle) Proxy.newProxyInstance(
                LockHandle.class.getClassLoader(),
                new Class<?>[] {LockHandle.class},
                (proxy, method, arguments) -> method.getName().equals("equals") && proxy == arguments[0]);
        return new Leadership(lock, new Term(token, Instant.EPOCH));
    }

    @Test
    void itBeginsOnceAndLeadsOnlyWhenItIsACandidate() {
        assertThat(state.granted(first)).isFalse();
        assertThat(state.campaign()).isFalse();
        assertThat(state.start()).isTrue();
        assertThat(state.start()).isFalse();
        assertThat(state.leadership()).isNull();
        assertThat(state.granted(first)).isTrue();
        assertThat(state.leadership()).isSameAs(first);
        assertThat(state.granted(second)).isFalse();
        assertThat(state.leadership()).isSameAs(first);
    }

    @Test
    void aLeadershipEndsOnceAndAnEarlierOneEndsNoLaterOne() {
        state.start();
        state.granted(first);
        assertThat(state.ended(first)).isTrue();
        assertThat(state.ended(first)).isFalse();
        assertThat(state.leadership()).isNull();
        assertThat(state.campaign()).isTrue();
        assertThat(state.granted(second)).isTrue();
        assertThat(state.ended(first)).isFalse();
        assertThat(state.leadership()).isSameAs(second);
    }

    @Test
    void aFailedCampaignIsFollowedByAnotherOnlyAfterTheRest() {
        state.start();
        assertThat(state.campaign()).isFalse();
        assertThat(state.rest()).isTrue();
        assertThat(state.rest()).isFalse();
        assertThat(state.start()).isFalse();
        assertThat(state.granted(first)).isFalse();
        assertThat(state.campaign()).isTrue();
        assertThat(state.granted(first)).isTrue();
        assertThat(state.rest()).isFalse();
    }

    @Test
    void whatIsStoppedStaysSo() {
        state.start();
        state.granted(first);
        assertThat(state.isStopped()).isFalse();
        assertThat(state.stop()).isSameAs(first);
        assertThat(state.isStopped()).isTrue();
        assertThat(state.stop()).isNull();
        assertThat(state.leadership()).isNull();
        assertThat(state.ended(first)).isFalse();
        assertThat(state.start() || state.rest() || state.campaign() || state.granted(second))
                .isFalse();
        assertThat(state.isStopped()).isTrue();
    }
}
