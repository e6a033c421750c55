package io.github.dynamolock.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The calls that each client makes, over HTTP: what docs/performance.md says of them. */
class PeerCallsTests {
    private LocalDynamoDb dynamo;
    private LocalEndpoint endpoint;
    private Sdk sdk;

    @BeforeEach
    void start() {
        dynamo = LocalDynamoDb.create();
        endpoint = dynamo.serve(0);
        sdk = Sdk.of(endpoint.uri());
        for (PeerKind kind : PeerKind.values()) {
            kind.createTable(dynamo.client());
        }
    }

    @AfterEach
    void stop() {
        sdk.close();
        dynamo.close();
    }

    @ParameterizedTest
    @EnumSource
    void aCycleTakesTheseCalls(PeerKind kind) throws Exception {
        try (Peer peer = kind.open(sdk)) {
            dynamo.calls().reset();
            peer.attempt("k").orElseThrow().release();
            assertThat(calls())
                    .isEqualTo(
                            switch (kind) {
                                case DYNAMOLOCK, SHEDLOCK -> Map.of("UpdateItem", 2L);
                                case AWS_LOCK_CLIENT -> Map.of("GetItem", 1L, "PutItem", 1L, "DeleteItem", 1L);
                                case SPRING_CLOUD_AWS -> Map.of("PutItem", 1L, "DeleteItem", 1L);
                            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAttemptAtAHeldLockTakesOneCall(PeerKind kind) throws Exception {
        try (Peer holder = kind.open(sdk);
                Peer other = kind.open(sdk)) {
            Peer.Lock held = holder.attempt("k").orElseThrow();
            dynamo.calls().reset();
            assertThat(other.attempt("k")).isEmpty();
            assertThat(calls().values()).containsExactly(1L);
            held.release();
            assertThat(other.attempt("k")).isPresent();
        }
    }

    @Test
    void ourHeldLockIsReadByNobody() throws Exception {
        try (Peer peer = PeerKind.DYNAMOLOCK.open(sdk)) {
            Peer.Lock held = peer.attempt("k").orElseThrow();
            assertThat(held.isHeld()).isTrue();
            held.release();
            assertThat(dynamo.calls().count("GetItem")).isZero();
        }
    }

    /** Without the look at the table that Spring Cloud AWS's registry takes in the background. */
    private Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>(dynamo.calls().snapshot());
        calls.remove("DescribeTable");
        return calls;
    }
}
