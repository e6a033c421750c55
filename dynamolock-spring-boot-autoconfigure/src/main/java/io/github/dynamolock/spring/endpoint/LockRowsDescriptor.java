package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.LockInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The rows of one key.
 *
 * @param clients the row in the table of each client that has one, by bean name
 */
public record LockRowsDescriptor(Map<String, Row> clients) implements OperationResponseBody {

    /**
     * A row of a lock table.
     *
     * @param key the key as text
     * @param state what the client makes of the row, or null when it can't be read
     * @param ownerName who holds it, or held it last
     * @param fencingToken the latest token granted
     * @param leaseDuration the lease in the row
     * @param recordVersionNumber changes with each acquisition and renewal
     * @param released whether the row says that it is released
     * @param dataBytes the size of the payload, or null when there is none
     * @param attributes the names of the row's further attributes
     * @param error why the row can't be read, or null
     */
    public record Row(
            String key,
            @Nullable String state,
            @Nullable String ownerName,
            @Nullable Long fencingToken,
            @Nullable String leaseDuration,
            @Nullable String recordVersionNumber,
            @Nullable Boolean released,
            @Nullable Integer dataBytes,
            List<String> attributes,
            @Nullable String error) {

        static Row of(LockInfo row) {
            return new Row(
                    row.key(),
                    row.state().name(),
                    row.ownerName(),
                    row.fencingToken(),
                    row.leaseDuration().toString(),
                    row.recordVersionNumber(),
                    row.released(),
                    row.data() == null ? null : row.data().asByteArrayUnsafe().length,
                    row.attributes().keySet().stream().sorted().toList(),
                    null);
        }

        static Row unreadable(String key, String error) {
            return new Row(key, null, null, null, null, null, null, null, List.of(), error);
        }
    }
}
