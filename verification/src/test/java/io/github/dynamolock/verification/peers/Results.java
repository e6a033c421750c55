package io.github.dynamolock.verification.peers;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** One table in Markdown: a row for each figure, a column for each client, with how many times ours it is. */
final class Results {
    private static final String NONE = "–";

    private record Row(String what, int decimals, Map<PeerKind, Double> values, Map<PeerKind, String> words) {}

    private final List<Row> rows = new ArrayList<>();

    /** The figures of one row. */
    static final class Line {
        private final Row row;

        private Line(Row row) {
            this.row = row;
        }

        void put(PeerKind kind, double value) {
            row.values().put(kind, value);
        }

        void put(PeerKind kind, String words) {
            row.words().put(kind, words);
        }
    }

    Line line(String what, int decimals) {
        Row row = new Row(what, decimals, new EnumMap<>(PeerKind.class), new EnumMap<>(PeerKind.class));
        rows.add(row);
        return new Line(row);
    }

    OptionalDouble ours(String what) {
        return rows.stream()
                .filter(row -> row.what().equals(what))
                .map(row -> row.values().get(PeerKind.DYNAMOLOCK))
                .filter(value -> value != null && !value.isNaN())
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    String markdown() {
        StringBuilder text = new StringBuilder("| |");
        for (PeerKind kind : PeerKind.values()) {
            text.append(' ').append(kind.label()).append(" |");
        }
        text.append("\n|---|").append("---|".repeat(PeerKind.values().length)).append('\n');
        for (Row row : rows) {
            text.append("| ").append(row.what()).append(" |");
            for (PeerKind kind : PeerKind.values()) {
                text.append(' ').append(cell(row, kind)).append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String cell(Row row, PeerKind kind) {
        Double value = row.values().get(kind);
        if (value == null || value.isNaN()) {
            return row.words().getOrDefault(kind, NONE);
        }
        String number = String.format(Locale.ROOT, "%,." + row.decimals() + "f", value);
        Double ours = row.values().get(PeerKind.DYNAMOLOCK);
        if (kind == PeerKind.DYNAMOLOCK || ours == null || ours.isNaN() || ours == 0) {
            return number;
        }
        return number + String.format(Locale.ROOT, " (%.1f×)", value / ours);
    }
}
