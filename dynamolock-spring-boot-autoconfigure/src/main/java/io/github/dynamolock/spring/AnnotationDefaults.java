package io.github.dynamolock.spring;

/**
 * What the application's properties say for all annotated methods.
 *
 * @param order the advice's order among others; smaller is further out
 * @param onLost what a lost lock means where the annotation leaves it open
 * @param keyPrefix stands before each key
 */
public record AnnotationDefaults(int order, OnLost onLost, String keyPrefix) {

    /** The settings of an application that sets nothing. */
    public static final AnnotationDefaults STANDARD =
            new AnnotationDefaults(DistributedLockAdvisor.DEFAULT_ORDER, OnLost.INTERRUPT, "");

    OnLost resolve(OnLost annotated) {
        OnLost resolved = annotated == OnLost.DEFAULT ? onLost : annotated;
        return resolved == OnLost.DEFAULT ? OnLost.INTERRUPT : resolved;
    }
}
