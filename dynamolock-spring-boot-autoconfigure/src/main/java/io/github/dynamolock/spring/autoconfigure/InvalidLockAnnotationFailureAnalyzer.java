package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.spring.InvalidLockAnnotationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a mistake in an annotation as text instead of a stack trace. */
final class InvalidLockAnnotationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLockAnnotationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockAnnotationException cause) {
        return new FailureAnalysis(
                "@DistributedLock on " + cause.method() + " can't work: " + cause.problem() + ".",
                cause.remedy() + ".",
                cause);
    }
}
