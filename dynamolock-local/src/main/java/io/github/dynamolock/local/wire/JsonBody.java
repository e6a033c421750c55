package io.github.dynamolock.local.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.protocols.jsoncore.JsonWriter;

/** Internal: writes the SDK's model types as JSON, by the fields that they tell of themselves. */
public final class JsonBody {
    private JsonBody() {}

    /** A response as the body that carries it. */
    public static byte[] of(SdkPojo response) {
        JsonWriter json = JsonWriter.create();
        json.writeStartObject();
        writeMembers(json, response);
        json.writeEndObject();
        return json.getBytes();
    }

    /**
     * An error as the body that carries it.
     *
     * @param type its full type, with the namespace before a {@code #}
     * @param details the error itself, which may carry more than its message, such as an item
     */
    public static byte[] ofError(String type, String message, SdkPojo details) {
        JsonWriter json = JsonWriter.create();
        json.writeStartObject();
        json.writeFieldName("__type").writeValue(type);
        json.writeFieldName("message").writeValue(message);
        writeMembers(json, details);
        json.writeEndObject();
        return json.getBytes();
    }

    private static void writeMembers(JsonWriter json, SdkPojo pojo) {
        for (SdkField<?> field : pojo.sdkFields()) {
            Object value = field.getValueOrDefault(pojo);
            if (value != null && !(value instanceof SdkAutoConstructList) && !(value instanceof SdkAutoConstructMap)) {
                json.writeFieldName(field.locationName());
                writeValue(json, value);
            }
        }
    }

    private static void writeValue(JsonWriter json, Object value) {
        if (value instanceof SdkPojo pojo) {
            json.writeStartObject();
            writeMembers(json, pojo);
            json.writeEndObject();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((key, element) -> {
                json.writeFieldName((String) key);
                writeValue(json, element);
            });
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            list.forEach(element -> writeValue(json, element));
            json.writeEndArray();
        } else {
            writeScalar(json, value);
        }
    }

    private static void writeScalar(JsonWriter json, Object value) {
        if (value instanceof String text) {
            json.writeValue(text);
        } else if (value instanceof Boolean bool) {
            json.writeValue(bool);
        } else if (value instanceof Integer number) {
            json.writeValue(number);
        } else if (value instanceof Long number) {
            json.writeValue(number);
        } else if (value instanceof Double number) {
            json.writeValue(number);
        } else if (value instanceof SdkBytes bytes) {
            json.writeValue(Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe()));
        } else if (value instanceof Instant instant) {
            json.writeNumber(seconds(instant));
        } else {
            throw new IllegalStateException("No JSON for values of " + value.getClass());
        }
    }

    private static String seconds(Instant instant) {
        return BigDecimal.valueOf(instant.toEpochMilli(), 3).toPlainString();
    }
}
