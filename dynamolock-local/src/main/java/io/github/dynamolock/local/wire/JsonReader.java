package io.github.dynamolock.local.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.utils.builder.Buildable;

/** Internal: fills the SDK's builders from JSON, by the fields that the SDK's model types tell of themselves. */
public final class JsonReader {
    private JsonReader() {}

    /**
     * Fills a builder from a JSON object.
     *
     * @throws WireException when the JSON does not have the builder's shape, or a member it does not know
     */
    public static void fill(SdkPojo builder, JsonNode json) {
        Map<String, SdkField<?>> fields = builder.sdkFieldNameToField();
        for (Map.Entry<String, JsonNode> member : object(json).entrySet()) {
            SdkField<?> field = fields.get(member.getKey());
            if (field == null) {
                throw WireException.unknownMember(member.getKey());
            }
            if (!member.getValue().isNull()) {
                field.set(builder, value(field, member.getValue()));
            }
        }
    }

    private static Object value(SdkField<?> field, JsonNode json) {
        MarshallingType<?> type = field.marshallingType();
        if (type == MarshallingType.STRING) {
            return string(json);
        }
        if (type == MarshallingType.BOOLEAN) {
            return bool(json);
        }
        if (type == MarshallingType.SDK_BYTES) {
            return bytes(json);
        }
        if (type == MarshallingType.INTEGER) {
            return (int) number(json, Integer.MIN_VALUE, Integer.MAX_VALUE, "Integer");
        }
        if (type == MarshallingType.LONG) {
            return wholeNumber(json);
        }
        if (type == MarshallingType.DOUBLE) {
            return number(json, -Double.MAX_VALUE, Double.MAX_VALUE, "Double");
        }
        if (type == MarshallingType.INSTANT) {
            return Instant.ofEpochMilli((long) (number(json, -Double.MAX_VALUE, Double.MAX_VALUE, "Timestamp") * 1000));
        }
        if (type == MarshallingType.LIST) {
            return list(field.getTrait(ListTrait.class).memberFieldInfo(), json);
        }
        if (type == MarshallingType.MAP) {
            return map(field.getTrait(MapTrait.class).valueFieldInfo(), json);
        }
        if (type == MarshallingType.SDK_POJO) {
            return pojo(field, json);
        }
        throw new IllegalStateException("No JSON for fields of type " + type.getTargetClass());
    }

    private static Object pojo(SdkField<?> field, JsonNode json) {
        SdkPojo builder = field.constructor().get();
        fill(builder, json);
        return ((Buildable) builder).build();
    }

    private static List<Object> list(SdkField<?> member, JsonNode json) {
        if (!json.isArray()) {
            throw WireException.unexpected(json, "List");
        }
        List<Object> list = new ArrayList<>(json.asArray().size());
        for (JsonNode element : json.asArray()) {
            if (element.isNull()) {
                throw WireException.unexpected(element, "list element");
            }
            list.add(value(member, element));
        }
        return list;
    }

    private static Map<String, Object> map(SdkField<?> valueField, JsonNode json) {
        Map<String, Object> map = new LinkedHashMap<>();
        object(json).forEach((key, element) -> {
            if (element.isNull()) {
                throw WireException.unexpected(element, "map value");
            }
            map.put(key, value(valueField, element));
        });
        return map;
    }

    private static Map<String, JsonNode> object(JsonNode json) {
        if (!json.isObject()) {
            throw WireException.unexpected(json, "Structure");
        }
        return json.asObject();
    }

    private static String string(JsonNode json) {
        if (!json.isString()) {
            throw WireException.unexpected(json, "String");
        }
        return json.asString();
    }

    private static Boolean bool(JsonNode json) {
        if (!json.isBoolean()) {
            throw WireException.unexpected(json, "Boolean");
        }
        return json.asBoolean();
    }

    private static SdkBytes bytes(JsonNode json) {
        if (!json.isString()) {
            throw WireException.unexpected(json, "Blob");
        }
        try {
            return SdkBytes.fromByteArray(Base64.getDecoder().decode(json.asString()));
        } catch (IllegalArgumentException e) {
            throw WireException.unexpected(json, "Blob");
        }
    }

    private static long wholeNumber(JsonNode json) {
        if (!json.isNumber()) {
            throw WireException.unexpected(json, "Long");
        }
        try {
            return new BigDecimal(json.asNumber()).longValueExact();
        } catch (ArithmeticException e) {
            throw WireException.unexpected(json, "Long");
        }
    }

    private static double number(JsonNode json, double least, double most, String type) {
        if (!json.isNumber()) {
            throw WireException.unexpected(json, type);
        }
        double number = Double.parseDouble(json.asNumber());
        if (number < least || number > most) {
            throw WireException.unexpected(json, type);
        }
        return number;
    }
}
