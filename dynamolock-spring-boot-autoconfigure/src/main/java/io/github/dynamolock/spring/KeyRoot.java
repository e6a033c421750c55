package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@code #root} is in a key expression. Its getters are the promised properties. */
final class KeyRoot {

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
}
