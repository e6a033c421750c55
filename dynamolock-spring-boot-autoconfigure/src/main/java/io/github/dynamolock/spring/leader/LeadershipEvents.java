package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LeadershipListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.Term;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes what an elector tells. What listeners throw is logged, and ends with this. */
final class LeadershipEvents implements LeadershipListener {

    private static final Logger LOGGER = LoggerFactory.getLogger(LeadershipEvents.class);

    private final String name;
    private final LeaderElector elector;
    private final ApplicationEventPublisher publisher;

    LeadershipEvents(String name, LeaderElector elector, ApplicationEventPublisher publisher) {
        this.name = name;
        this.elector = elector;
        this.publisher = publisher;
    }

    @Override
    public void granted(Term term) {
        publish(new LeadershipGranted(elector, name, elector.key(), term));
    }

    @Override
    public void revoked(Term term, @Nullable LockLoss loss) {
        publish(new LeadershipRevoked(elector, name, elector.key(), term, loss == null ? null : loss.reason()));
    }

    private void publish(LeadershipEvent event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException | Error failure) {
            LOGGER.warn(
                    "A listener of {} of elector '{}' failed; those that come after it did not hear of the event",
                    event.getClass().getSimpleName(),
                    name,
                    failure);
        }
    }
}
