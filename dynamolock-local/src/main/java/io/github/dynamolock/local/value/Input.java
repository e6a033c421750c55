package io.github.dynamolock.local.value;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Internal: checks attribute values that come from a caller and brings their numbers to the form DynamoDB stores. */
@SuppressWarnings("ReferenceEquality") // "the same object" is how an unchanged value is told, without a copy
public final class Input {
    private static final int MAX_DEPTH = 32;
    private static final String INVALID = "One or more parameter values were invalid: ";

    private Input() {}

    /** The given attributes, valid and with numbers as stored; the same map when nothing had to change. */
    public static Map<String, AttributeValue> canonical(Map<String, AttributeValue> values) {
        return canonical(values, 1);
    }

    /** The given value, valid and with numbers as stored; the same object when nothing had to change. */
    public static AttributeValue canonical(AttributeValue value) {
        return canonical(value, 1);
    }

    private static Map<String, AttributeValue> canonical(Map<String, AttributeValue> values, int depth) {
        Map<String, AttributeValue> changed = null;
        for (Map.Entry<String, AttributeValue> entry : values.entrySet()) {
            AttributeValue canonical = canonical(entry.getValue(), depth);
            if (canonical != entry.getValue()) {
                changed = changed == null ? new LinkedHashMap<>(values) : changed;
                changed.put(entry.getKey(), canonical);
            }
        }
        return changed == null ? values : changed;
    }

    private static AttributeValue canonical(@Nullable AttributeValue value, int depth) {
        if (value == null) {
            throw empty();
        }
        if (depth > MAX_DEPTH) {
            throw Errors.validation(
                    "Nesting Levels have exceeded supported limits: Attributes can have at most 32 levels");
        }
        if (value.type() == null) {
            // So the SDK says that several members of the union are set.
            throw Errors.validation("Supplied AttributeValue has more than one datatypes set, "
                    + "must contain exactly one of the supported datatypes");
        }
        return switch (value.type()) {
            case S, B, BOOL -> value;
            case N -> number(value);
            case NUL -> nul(value);
            case SS -> strings(value);
            case NS -> numbers(value);
            case BS -> binaries(value);
            case L -> list(value, depth);
            case M -> map(value, depth);
            default -> throw empty();
        };
    }

    private static AttributeValue number(AttributeValue value) {
        String canonical = Numbers.canonical(value.n());
        return canonical.equals(value.n()) ? value : AttributeValue.fromN(canonical);
    }

    private static AttributeValue nul(AttributeValue value) {
        if (!value.nul()) {
            throw Errors.validation(INVALID + "Null attribute value types must have the value of true");
        }
        return value;
    }

    private static AttributeValue strings(AttributeValue value) {
        checkSet(value.ss(), "An string set  may not be empty");
        if (new HashSet<>(value.ss()).size() < value.ss().size()) {
            throw Errors.validation(INVALID + "Input collection " + value.ss() + " contains duplicates.");
        }
        return value;
    }

    private static AttributeValue numbers(AttributeValue value) {
        checkSet(value.ns(), "An number set  may not be empty");
        List<String> canonical = new ArrayList<>(value.ns().size());
        for (String number : value.ns()) {
            canonical.add(Numbers.canonical(number));
        }
        if (new HashSet<>(canonical).size() < canonical.size()) {
            throw Errors.validation("Input collection contains duplicates");
        }
        return canonical.equals(value.ns()) ? value : AttributeValue.fromNs(canonical);
    }

    private static AttributeValue binaries(AttributeValue value) {
        checkSet(value.bs(), "Binary sets should not be empty");
        if (new HashSet<SdkBytes>(value.bs()).size() < value.bs().size()) {
            throw Errors.validation(INVALID + "Input collection of type BS contains duplicates.");
        }
        return value;
    }

    private static void checkSet(List<?> elements, String empty) {
        if (elements.isEmpty()) {
            throw Errors.validation(INVALID + empty);
        }
        for (Object element : elements) {
            if (element == null) {
                throw Errors.validation(INVALID + "An AttributeValue may not contain a null set element");
            }
        }
    }

    private static AttributeValue list(AttributeValue value, int depth) {
        List<AttributeValue> changed = null;
        List<AttributeValue> elements = value.l();
        for (int i = 0; i < elements.size(); i++) {
            AttributeValue canonical = canonical(elements.get(i), depth + 1);
            if (canonical != elements.get(i)) {
                changed = changed == null ? new ArrayList<>(elements) : changed;
                changed.set(i, canonical);
            }
        }
        return changed == null ? value : AttributeValue.fromL(changed);
    }

    private static AttributeValue map(AttributeValue value, int depth) {
        Map<String, AttributeValue> canonical = canonical(value.m(), depth + 1);
        return canonical == value.m() ? value : AttributeValue.fromM(canonical);
    }

    private static RuntimeException empty() {
        return Errors.validation(
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    }
}
