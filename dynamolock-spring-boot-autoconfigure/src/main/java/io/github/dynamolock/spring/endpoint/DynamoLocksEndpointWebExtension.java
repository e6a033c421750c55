package io.github.dynamolock.spring.endpoint;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The endpoint over HTTP: it shows keys to whom they may be shown, answers with a status, and takes keys as the parameter
 * {@code key} too, where any key can be written.
 */
@EndpointWebExtension(endpoint = DynamoLocksEndpoint.class)
@RegisterReflectionForBinding({LocksDescriptor.class, LockRowsDescriptor.class})
public class DynamoLocksEndpointWebExtension {

    private final DynamoLocksEndpoint endpoint;

    /** Extends this endpoint. */
    public DynamoLocksEndpointWebExtension(DynamoLocksEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * All locks; or the rows of one key, null when there are none.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    @ReadOperation
    public @Nullable OperationResponseBody locks(SecurityContext context, @Nullable String key)
            throws InterruptedException {
        return key == null ? endpoint.locks(context) : endpoint.row(key);
    }

    /**
     * Frees the lock of a key that is the rest of the path.
     *
     * @throws InterruptedException when the thread is interrupted; a call that was made goes on
     */
    @DeleteOperation
    public WebEndpointResponse<ForcedReleaseDescriptor> forceRelease(
            SecurityContext context,
            @Selector(match = Selector.Match.ALL_REMAINING) String[] key,
            @Nullable String client)
            throws InterruptedException {
        return forceReleaseOf(context, String.join("/", key), client);
    }

    /**
     * Frees the lock of a key that is a parameter.
     *
     * @throws InterruptedException when the thread is interrupted; a call that was made goes on
     */
    @DeleteOperation
    public WebEndpointResponse<ForcedReleaseDescriptor> forceReleaseOf(
            SecurityContext context, String key, @Nullable String client) throws InterruptedException {
        Principal principal = context.getPrincipal();
        String by = principal == null ? "somebody who did not log in" : "'" + principal.getName() + "'";
        ForcedReleaseDescriptor became = endpoint.forceRelease(key, client, by);
        return new WebEndpointResponse<>(became, became.outcome().status());
    }
}
