package io.github.dynamolock.simulation;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Ids of holds that tell whose they are: {@code h12x3} is the third of process 12. */
final class HoldIds {

    private HoldIds() {}

    static String make(int process, int count) {
        return "h" + process + "x" + count;
    }

    /** The id in a record version. */
    static String of(String version) {
        int colon = version.indexOf(':');
        return colon < 0 ? version : version.substring(0, colon);
    }

    static int process(String holdId) {
        int end = holdId.indexOf('x');
        return holdId.startsWith("h") && end > 0 ? Integer.parseInt(holdId.substring(1, end)) : -1;
    }

    /** The newest id among the values of a write: the one that it is sent for. */
    static @Nullable String newest(Collection<AttributeValue> values, int process) {
        String newest = null;
        int highest = -1;
        for (AttributeValue value : values) {
            String text = value.s();
            if (text != null && text.startsWith("h") && text.indexOf(':') > 0) {
                String id = of(text);
                if (process(id) == process) {
                    int count = Integer.parseInt(id.substring(id.indexOf('x') + 1));
                    if (count > highest) {
                        highest = count;
                        newest = id;
                    }
                }
            }
        }
        return newest;
    }
}
