package io.github.dynamolock.spring;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The keys of one call.
 *
 * @param inOrder each key once, in the order in which all processes acquire them, so that none wait for each other
 * @param several whether the expression gave a collection, also one of a single element
 */
record LockKeys(List<AttributeValue> inOrder, boolean several) {

    /** More at once are a mistake, and would take longer to acquire than the first one's lease. */
    static final int MOST = 100;
}
