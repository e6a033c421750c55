package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;

/**
 * The variables that a method's key may use: each parameter's name, if the compiler kept it, and its position as
 * {@code p0} and {@code a0}.
 */
final class KeyParameters {

    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final int count;
    private final Map<String, Integer> byName;

    private KeyParameters(int count, Map<String, Integer> byName) {
        this.count = count;
        this.byName = byName;
    }

    /**
     * Names as the annotated method has them win over those of the method that runs: they are what the annotation's author
     * saw.
     */
    static KeyParameters of(Method annotated, Method running) {
        Map<String, Integer> byName = new LinkedHashMap<>();
        addNames(byName, annotated);
        if (!annotated.equals(running)) {
            addNames(byName, running);
        }
        return new KeyParameters(count(running), byName);
    }

    /** A suspending function's last parameter is the compiler's. */
    private static int count(Method method) {
        return method.getParameterCount() - (CallResult.isSuspending(method) ? 1 : 0);
    }

    private static void addNames(Map<String, Integer> byName, Method method) {
        @Nullable String @Nullable [] names = NAMES.getParameterNames(method);
        for (int i = 0; names != null && i < count(method); i++) {
            String name = names[i];
            if (name != null) {
                byName.putIfAbsent(name, i);
            }
        }
    }

    /** The position that the variable stands for, or -1. */
    int position(String variable) {
        Integer named = byName.get(variable);
        if (named != null) {
            return named;
        }
        if (!variable.matches("[pa](0|[1-9][0-9]{0,2})")) {
            return -1;
        }
        int position = Integer.parseInt(variable.substring(1));
        return position < count ? position : -1;
    }

    /** Whether there are parameters whose names the compiler did not keep. */
    boolean namesAreMissing() {
        return count > 0 && byName.isEmpty();
    }

    /** What may be used, for messages. */
    String describe() {
        if (count == 0) {
            return "The method has no parameters";
        }
        String positions = count == 1 ? "#p0" : "#p0 to #p" + (count - 1);
        return byName.isEmpty()
                ? "Use " + positions
                : "Use #" + String.join(", #", byName.keySet()) + ", or " + positions;
    }
}
