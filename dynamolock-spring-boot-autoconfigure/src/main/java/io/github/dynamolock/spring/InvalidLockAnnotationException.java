package io.github.dynamolock.spring;

import org.jspecify.annotations.Nullable;

/** A {@link DistributedLock} that can't work as it is written. Thrown at startup, when the bean is created. */
public class InvalidLockAnnotationException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String method;
    private final String problem;
    private final String remedy;

    /**
     * Names the method, the problem and what to do.
     *
     * @param method the annotated method
     * @param problem what is wrong, naming the attribute and its text
     * @param remedy what to write instead
     * @param cause what found it, if anything
     */
    public InvalidLockAnnotationException(String method, String problem, String remedy, @Nullable Throwable cause) {
        super("@DistributedLock on " + method + ": " + problem + ". " + remedy + ".", cause);
        this.method = method;
        this.problem = problem;
        this.remedy = remedy;
    }

    /** The annotated method, as {@code Class.method(Types)}. */
    public String method() {
        return method;
    }

    /** What is wrong. */
    public String problem() {
        return problem;
    }

    /** What to do. */
    public String remedy() {
        return remedy;
    }
}
