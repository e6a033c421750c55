package io.github.dynamolock.verification.differential;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a sequence smaller that shows a difference, as long as it shows the same one. */
final class Shrinking {
    private static final int MAX_RUNS = 600;

    private final Lane lane;
    private final String signature;
    private Sequence smallest;
    private Difference difference;
    private int runs;

    private Shrinking(Lane lane, Sequence sequence, Difference difference) {
        this.lane = lane;
        this.signature = difference.signature();
        this.smallest = sequence;
        this.difference = difference;
    }

    /** The smallest sequence found, and what it shows, as a text. */
    static String smallest(Lane lane, Sequence sequence, Difference difference) throws IOException {
        Shrinking shrinking = new Shrinking(lane, sequence, difference);
        int before;
        do {
            before = shrinking.smallest.toString().length();
            shrinking.calls();
            shrinking.bodies();
        } while (shrinking.smallest.toString().length() < before);
        return shrinking.smallest + "\n  differs in\n" + shrinking.difference;
    }

    private void calls() throws IOException {
        for (int i = smallest.calls().size() - 1; i >= 0; i--) {
            List<Call> fewer = new ArrayList<>(smallest.calls());
            fewer.remove(i);
            boolean unused = keeps(fewer);
        }
    }

    private void bodies() throws IOException {
        for (int i = 0; i < smallest.calls().size(); i++) {
            boolean smaller = true;
            while (smaller) {
                smaller = false;
                for (ObjectNode body : smaller(smallest.calls().get(i).body())) {
                    List<Call> changed = new ArrayList<>(smallest.calls());
                    changed.set(i, changed.get(i).withBody(body));
                    if (keeps(changed)) {
                        smaller = true;
                        break;
                    }
                }
            }
        }
    }

    private boolean keeps(List<Call> calls) throws IOException {
        if (calls.isEmpty() || ++runs > MAX_RUNS) {
            return false;
        }
        Sequence candidate = new Sequence(smallest.seed(), List.copyOf(calls));
        Difference shown = lane.run(candidate);
        if (shown == null || !shown.signature().equals(signature)) {
            return false;
        }
        smallest = candidate;
        difference = shown;
        return true;
    }

    /** Bodies that lack one member, element or word each. */
    private static List<ObjectNode> smaller(ObjectNode body) {
        List<ObjectNode> bodies = new ArrayList<>();
        without(body, body, bodies);
        return bodies;
    }

    private static void without(ObjectNode root, JsonNode node, List<ObjectNode> into) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode removed = object.remove(name);
                into.add(root.deepCopy());
                for (String shorter : shorter(name, removed)) {
                    object.put(name, shorter);
                    into.add(root.deepCopy());
                }
                object.set(name, removed);
                without(root, removed, into);
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                JsonNode removed = array.remove(i);
                into.add(root.deepCopy());
                array.insert(i, removed);
                without(root, removed, into);
            }
        }
    }

    private static List<String> shorter(String name, @Nullable JsonNode text) {
        List<String> shorter = new ArrayList<>();
        if (text != null && text.isString() && name.endsWith("Expression")) {
            List<String> words = Arrays.asList(text.asString().split(" "));
            for (int length = words.size() - 1; length > 0; length--) {
                for (int from = 0; from + length <= words.size(); from++) {
                    List<String> rest = new ArrayList<>(words.subList(0, from));
                    rest.addAll(words.subList(from + length, words.size()));
                    if (!rest.isEmpty()) {
                        shorter.add(String.join(" ", rest));
                    }
                }
            }
        }
        return shorter;
    }
}
