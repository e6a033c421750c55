package io.github.dynamolock.verification;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A time in which a holder certainly believed in its lock: from after the first yes to before the last one, on the
 * monotonic clock of the machine, which all its processes share.
 */
record Belief(String key, long token, long from, long to) {

    private static Belief of(String line) {
        String[] words = line.split(" ", -1);
        return new Belief(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
    }

    String line() {
        return key + " " + token + " " + from + " " + to + "\n";
    }

    /** What a process wrote down. The last line may be cut off by its end. */
    static List<Belief> read(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(Belief::of)
                .toList();
    }

    /** What is wrong with these, of all processes: two at once, or a token that does not grow. */
    static List<String> faults(List<Belief> beliefs) {
        List<Belief> sorted = new ArrayList<>(beliefs);
        sorted.sort(Comparator.comparingLong(Belief::from));
        Map<String, Belief> latest = new HashMap<>();
        Map<String, Long> highest = new HashMap<>();
        List<String> faults = new ArrayList<>();
        for (Belief belief : sorted) {
            Belief before = latest.get(belief.key);
            if (before != null && belief.from <= before.to) {
                faults.add("two at once: " + before + " and " + belief);
            }
            if (before == null || belief.to > before.to) {
                latest.put(belief.key, belief);
            }
            Long token = highest.get(belief.key);
            if (token != null && belief.token <= token) {
                faults.add("after the token " + token + ": " + belief);
            }
            highest.merge(belief.key, belief.token, Math::max);
        }
        return faults;
    }
}
