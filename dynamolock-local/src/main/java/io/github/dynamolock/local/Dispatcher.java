package io.github.dynamolock.local;

import io.github.dynamolock.local.engine.Engine;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** What every call goes through on its way from a front to the engine: it is counted and logged, and faults strike it. */
final class Dispatcher {
    private static final Logger log = LoggerFactory.getLogger(LocalDynamoDb.class);

    private final Engine engine;
    private final Calls calls = new Calls();
    private final Faults faults = new Faults();

    Dispatcher(Engine engine) {
        this.engine = engine;
    }

    Calls calls() {
        return calls;
    }

    Faults faults() {
        return faults;
    }

    DynamoDbRequest.Builder newRequest(String operation) {
        return engine.newRequest(operation);
    }

    /**
     * Serves a call.
     *
     * @throws AwsServiceException when that is the answer
     * @throws software.amazon.awssdk.core.exception.SdkClientException when the caller gets no answer
     */
    DynamoDbResponse call(String operation, DynamoDbRequest request, Patience caller) {
        engine.requireServed(operation);
        Collection<String> tables = RequestTables.of(request);
        calls.arrived(operation, tables);
        log.debug("{} {}", operation, request);
        Fault fault = faults.striking(operation, tables, request);
        return fault == null ? engine.call(operation, request) : call(operation, request, caller, fault.effect());
    }

    private DynamoDbResponse call(String operation, DynamoDbRequest request, Patience caller, Effect effect) {
        effect.beforeApplied(caller);
        DynamoDbResponse response;
        try {
            response = engine.call(operation, request);
        } catch (AwsServiceException e) {
            effect.beforeAnswered(caller);
            throw e;
        }
        effect.beforeAnswered(caller);
        return response;
    }
}
