package io.github.dynamolock.table;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one kind of client lays out its lock rows: the attribute names, the form of the lease, and whether a released row
 * stays. All that differs between row formats is here, as data. Internal.
 *
 * @param version the attribute that changes with each acquisition and renewal
 * @param lease the attribute of the lease's length
 * @param leaseForm how the lease is written
 * @param released the attribute whose presence marks a released row, or null when a release deletes the row
 */
public record RowLayout(
        String version,
        String lease,
        LeaseForm leaseForm,
        @Nullable String released) {

    /** The attribute of the owner's name. */
    public static final String OWNER = "ownerName";

    /** The attribute of the user's payload. */
    public static final String DATA = "data";

    /** The attribute of the latest fencing token. */
    public static final String TOKEN = "fencingToken";

    /** The attribute that DynamoDB's TTL reads: epoch seconds. */
    public static final String EXPIRES_AT = "expiresAt";

    /** Our own rows, and those of the Go library dynamolock. */
    public static final RowLayout DYNAMOLOCK =
            new RowLayout("recordVersionNumber", "leaseDuration", LeaseForm.GO_TEXT, "isReleased");

    /** The rows of AWS's lock client. */
    public static final RowLayout AWS_LOCK_CLIENT =
            new RowLayout("recordVersionNumber", "leaseDuration", LeaseForm.MILLISECONDS_TEXT, "isReleased");

    /** The rows of the Go library distrlock. */
    public static final RowLayout DISTRLOCK = new RowLayout("lockId", "timeout", LeaseForm.NANOSECONDS_NUMBER, null);

    /** The names that are the lock's own: not for the user's attributes. */
    public Set<String> ownNames() {
        Set<String> names = new LinkedHashSet<>();
        for (RowLayout layout : new RowLayout[] {DYNAMOLOCK, DISTRLOCK, this}) {
            names.add(layout.version);
            names.add(layout.lease);
            if (layout.released != null) {
                names.add(layout.released);
            }
        }
        names.add(OWNER);
        names.add(DATA);
        names.add(TOKEN);
        names.add(EXPIRES_AT);
        return names;
    }
}
