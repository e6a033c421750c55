package io.github.dynamolock.model;

import java.util.Set;

/**
 * What can be seen of a client, of the model's or the product's: when the two differ, one does what the other can't.
 *
 * @param phase what it does
 * @param hold the id of the hold that it writes or has, empty for none
 * @param age ticks for which it has believed, while it holds
 * @param request what it asks of the table, while that travels
 * @param seen the version of another's row that it counts a lease of, empty for none
 * @param seenAge ticks for which it has counted, at most until it may take over
 * @param orphans ids under which a row of its own may be held though nothing was granted
 */
public record ClientView(
        Phase phase, String hold, int age, String request, String seen, int seenAge, Set<String> orphans) {

    /** What a request is called while its answer is under way. */
    public static final String DELIVERED = "delivered";

    /** What a client does. */
    public enum Phase {
        IDLE,
        WRITING,
        PAUSING,
        READING,
        HELD,
        LOST,
        RELEASING
    }
}
