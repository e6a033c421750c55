package io.github.dynamolock.spring;

import io.micrometer.context.ThreadLocalAccessor;

/**
 * Lets Micrometer's context propagation carry {@link LockContext} to other threads. Found by the service loader; not for
 * use in code.
 */
public final class LockContextAccessor implements ThreadLocalAccessor<Object> {

    /** For the service loader. */
    public LockContextAccessor() {}

    @Override
    public Object key() {
        return LockContext.KEY;
    }

    @Override
    @SuppressWarnings(
            "NullAway") // The library's contract takes null for "not bound", and does not say so by its types.
    public Object getValue() {
        return LockContext.scope();
    }

    @Override
    public void setValue(Object value) {
        LockContext.bind((CallScope) value);
    }

    @Override
    public void setValue() {
        LockContext.bind(null);
    }
}
