package io.github.dynamolock.verification.differential;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Draws attribute values, few different ones, so that they meet. */
final class ValueDraw {
    private static final List<String> TEXTS =
            List.of("", "a", "ab", "abc", "b", "B", "ü", "\uFFFD", "\uD834\uDD1E", "a b", "1", "0", "10");
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "2",
            "3",
            "10",
            "-1",
            "-10",
            "1.5",
            "0.1",
            "100",
            "1e2",
            "1.0",
            "-0",
            "007",
            "1E-3",
            "12345678901234567890123456789012345678",
            "9.99e125",
            "1e-130",
            "0.000001",
            "1.10",
            "123456789012345678901");
    private static final List<String> BINARIES = List.of("", "AA==", "AAE=", "AAEC", "AQ==", "/w==", "YQ==", "gA==");
    private static final List<String> TYPES = List.of("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M");

    private final Draw draw;

    ValueDraw(Draw draw) {
        this.draw = draw;
    }

    ObjectNode any() {
        return any(2);
    }

    String type() {
        return draw.of(TYPES);
    }

    ObjectNode of(String type) {
        return of(type, 2);
    }

    /** A value that an attribute of this name usually has; sometimes another. */
    ObjectNode usualFor(String attribute) {
        if (draw.chance(0.15)) {
            return any();
        }
        return switch (attribute) {
            case "a", "year" -> of("N");
            case "b", "name" -> of("S");
            case "c" -> of("B");
            case "m" -> map();
            case "l" -> list();
            case "ss" -> of("SS");
            case "ns" -> of("NS");
            case "bs" -> of("BS");
            default -> any();
        };
    }

    private ObjectNode any(int depth) {
        return of(draw.chance(0.6) ? draw.of("S", "N", "B") : draw.of(TYPES), depth);
    }

    private ObjectNode of(String type, int depth) {
        return switch (type) {
            case "S" -> Json.text("S", draw.of(TEXTS));
            case "N" -> Json.text("N", number());
            case "B" -> Json.text("B", draw.of(BINARIES));
            case "BOOL" -> Json.object().put("BOOL", draw.chance(0.5));
            case "NULL" -> Json.object().put("NULL", true);
            case "SS" -> Json.set("SS", some(TEXTS));
            case "NS" -> Json.set("NS", some(List.of("0", "1", "2", "10", "-1", "1.5", "100", "2.50")));
            case "BS" -> Json.set("BS", some(BINARIES));
            case "L" -> elements(depth);
            default -> members(depth);
        };
    }

    private String number() {
        return draw.chance(0.6) ? draw.of("0", "1", "2", "3", "10", "-1") : draw.of(NUMBERS);
    }

    private ObjectNode map() {
        ObjectNode map = members(2);
        ((ObjectNode) map.get("M")).set("x", of("N"));
        if (draw.chance(0.6)) {
            ((ObjectNode) map.get("M")).set("l", list());
        }
        return map;
    }

    private ObjectNode list() {
        ObjectNode list = elements(2);
        ((ArrayNode) list.get("L")).insert(0, of("N"));
        return list;
    }

    private ObjectNode elements(int depth) {
        ObjectNode list = Json.object();
        ArrayNode elements = list.putArray("L");
        int size = depth == 0 ? 0 : draw.between(0, 3);
        for (int i = 0; i < size; i++) {
            elements.add(any(depth - 1));
        }
        return list;
    }

    private ObjectNode members(int depth) {
        ObjectNode map = Json.object();
        ObjectNode members = map.putObject("M");
        int size = depth == 0 ? 0 : draw.between(0, 2);
        for (int i = 0; i < size; i++) {
            members.set(draw.of("x", "y", "z"), any(depth - 1));
        }
        return map;
    }

    private List<String> some(List<String> from) {
        Set<String> some = new LinkedHashSet<>();
        int size = draw.between(1, 3);
        for (int i = 0; i < size; i++) {
            some.add(draw.of(from));
        }
        return new ArrayList<>(some);
    }
}
