package io.github.dynamolock.spring.endpoint;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

/** How lock keys are shown where nobody has named them: as they are, masked, or as the application's functions say. */
final class ShownKeys {

    /**
     * What a lock's key is called before sanitizing functions. Not "key": functions that mask credentials take that for one.
     */
    static final String NAME = "dynamolock.lock";

    private final Sanitizer sanitizer;
    private final Show show;
    private final Set<String> roles;

    ShownKeys(Sanitizer sanitizer, Show show, Set<String> roles) {
        this.sanitizer = sanitizer;
        this.show = show;
        this.roles = Set.copyOf(roles);
    }

    /** To whom the request is from. */
    UnaryOperator<String> to(SecurityContext context) {
        return keys(show.isShown(context, roles));
    }

    /** To somebody who has access to all, as over JMX. */
    UnaryOperator<String> toOperators() {
        return keys(show.isShown(true));
    }

    private UnaryOperator<String> keys(boolean shown) {
        return key -> String.valueOf(sanitizer.sanitize(new SanitizableData(null, NAME, key), shown));
    }
}
