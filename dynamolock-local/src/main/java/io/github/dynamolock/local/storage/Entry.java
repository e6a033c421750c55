package io.github.dynamolock.local.storage;

import io.github.dynamolock.local.wire.JsonBody;
import io.github.dynamolock.local.wire.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.utils.builder.Buildable;

/**
 * Internal: one entry of a data file, something that became of a table or of items, in the words of the API. A table goes
 * by its id, because another of the same name may follow it.
 *
 * <p>As a line it is its kind, the checksum of the rest, and the rest as JSON, with spaces between.
 *
 * @param kind what it tells
 * @param body what that is; of the kind's type
 */
public record Entry(Kind kind, SdkPojo body) {

    /** Internal: what an entry tells. */
    public enum Kind {
        /** What a table is from now on: a {@code TableDescription}. */
        TABLE,
        /** A table is gone: a {@code DeleteTableRequest}. */
        DROP,
        /** All tags of a table: a {@code TagResourceRequest}. */
        TAGS,
        /** When items of a table expire: an {@code UpdateTimeToLiveRequest}. */
        EXPIRY,
        /** Items put and deleted, all of them or none: a {@code TransactWriteItemsRequest}. */
        ITEMS;

        private SdkPojo newBody() {
            return switch (this) {
                case TABLE -> TableDescription.builder();
                case DROP -> DeleteTableRequest.builder();
                case TAGS -> TagResourceRequest.builder();
                case EXPIRY -> UpdateTimeToLiveRequest.builder();
                case ITEMS -> TransactWriteItemsRequest.builder();
            };
        }
    }

    /** The line, with its end. */
    byte[] toLine() {
        byte[] json = JsonBody.of(body);
        byte[] start = (kind + " " + checksum(json, 0) + " ").getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(start, start.length + json.length + 1);
        System.arraycopy(json, 0, line, start.length, json.length);
        line[line.length - 1] = '\n';
        return line;
    }

    /** The entry of a line without its end; null when the line is not one as it was written. */
    static @Nullable Entry ofLine(byte[] line) {
        String[] parts = new String(line, StandardCharsets.UTF_8).split(" ", 3);
        if (parts.length < 3) {
            return null;
        }
        int start = parts[0].length() + parts[1].length() + 2;
        if (start > line.length || !parts[1].equals(checksum(line, start))) {
            return null;
        }
        SdkPojo builder = Kind.valueOf(parts[0]).newBody();
        JsonReader.fill(builder, JsonNode.parser().parse(parts[2]));
        return new Entry(Kind.valueOf(parts[0]), (SdkPojo) ((Buildable) builder).build());
    }

    private static String checksum(byte[] bytes, int from) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, from, bytes.length - from);
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }
}
