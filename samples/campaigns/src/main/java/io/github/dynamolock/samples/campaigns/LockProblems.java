package io.github.dynamolock.samples.campaigns;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockNotGrantedException;
import java.net.URI;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Answers what goes wrong with problem documents (RFC 9457). */
@RestControllerAdvice
class LockProblems {

    static final URI LOCKED = URI.create("urn:dynamolock:problem:locked");

    private final LockClient locks;

    LockProblems(LockClient locks) {
        this.locks = locks;
    }

    /** Another had the lock for as long as the caller was ready to wait. */
    @ExceptionHandler
    ProblemDetail locked(LockNotGrantedException locked) {
        // Without a row, other threads of this very instance stood before the caller.
        String holder = locked.holder().map(LockInfo::ownerName).orElseGet(locks::ownerName);
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.CONFLICT,
                "The lock '" + locked.key() + "' is held by '" + holder + "'; gave up after "
                        + locked.waited().toMillis() + " ms");
        problem.setType(LOCKED);
        problem.setTitle("Locked");
        problem.setProperty("key", locked.key());
        problem.setProperty("holder", holder);
        problem.setProperty("waitedMillis", locked.waited().toMillis());
        return problem;
    }

    /** The lock was lost while the campaign ran, or could not be asked for: DynamoDB fails, or the application stops. */
    @ExceptionHandler
    ProblemDetail failed(LockException failure) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, failure.getMessage());
    }

    /** A parameter that can't be read. */
    @ExceptionHandler
    ProblemDetail unreadable(MethodArgumentTypeMismatchException mismatch) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST,
                NestedExceptionUtils.getMostSpecificCause(mismatch).getMessage());
    }
}
