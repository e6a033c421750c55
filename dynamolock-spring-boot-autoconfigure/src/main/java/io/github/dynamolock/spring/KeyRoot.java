package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What {@code #root} is in a key expression. Its getters are the promised properties. */
final class KeyRoot {

    static final Set<String> METHODS = Set.of("join");
    static final Set<String> PROPERTIES = Set.of("method", "methodName", "target", "targetClass", "args");

    private final Method method;
    private final @Nullable Object target;
    private final Class<?> targetClass;
    private final @Nullable Object[] args;

    KeyRoot(Method method, @Nullable Object target, Class<?> targetClass, @Nullable Object[] args) {
        this.method = method;
        this.target = target;
        this.targetClass = targetClass;
        this.args = args;
    }

    public Method getMethod() {
        return method;
    }

    public String getMethodName() {
        return method.getName();
    }

    public @Nullable Object getTarget() {
        return target;
    }

    public Class<?> getTargetClass() {
        return targetClass;
    }

    public @Nullable Object[] getArgs() {
        return args;
    }

    /**
     * One text of several parts, from which the parts could be read again: a colon in a part is written with a backslash
     * before it, so that {@code join("a:b", "c")} is not {@code join("a", "b:c")}.
     */
    public String join(@Nullable Object... parts) {
        StringJoiner key = new StringJoiner(":");
        for (int i = 0; i < parts.length; i++) {
            KeyPart.Fault fault = KeyPart.fault(parts[i]);
            if (fault != null) {
                throw new FaultyKeyPartException("number " + (i + 1) + " of join(...)", fault);
            }
            key.add(KeyPart.text(parts[i]).replace("\\", "\\\\").replace(":", "\\:"));
        }
        return key.toString();
    }
}
