package io.github.dynamolock.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a {@link LockSetupException} as text instead of a stack trace. */
final class LockSetupFailureAnalyzer extends AbstractFailureAnalyzer<LockSetupException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LockSetupException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
