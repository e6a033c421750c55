package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The electors of an application by name: that of the bean, without {@code LeaderElector} at its end. So the elector of
 * {@code dynamolock.leader.billing} is {@code billing}, and its bean {@code billingLeaderElector}.
 */
public final class LeaderElectors {

    static final String SUFFIX = "LeaderElector";

    private final Map<String, LeaderElector> byName;

    /** Of these electors, by bean name. */
    public LeaderElectors(Map<String, LeaderElector> byBeanName) {
        Map<String, LeaderElector> named = new TreeMap<>();
        byBeanName.forEach((bean, elector) -> named.put(name(bean, byBeanName), elector));
        this.byName = Collections.unmodifiableMap(named);
    }

    /** A bean whose short name is another bean's whole name keeps its own. */
    private static String name(String bean, Map<String, LeaderElector> all) {
        String shorter = bean.endsWith(SUFFIX) ? bean.substring(0, bean.length() - SUFFIX.length()) : "";
        return shorter.isEmpty() || all.containsKey(shorter) ? bean : shorter;
    }

    /** All electors, sorted by name. */
    public Map<String, LeaderElector> byName() {
        return byName;
    }
}
