package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.FREE;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.RENEW;
import static io.github.dynamolock.model.State.ROW_COUNT;
import static io.github.dynamolock.model.State.ROW_HOLD;
import static io.github.dynamolock.model.State.ROW_RELEASED;
import static io.github.dynamolock.model.State.TAKE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.table.Acquire;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.LockRows;
import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.Renew;
import io.github.dynamolock.table.RowLayout;
import io.github.dynamolock.table.TableKeys;
import io.github.dynamolock.table.WriteResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The model's table and the product's, asked the same in random order, do the same. */
class ConditionsConformanceTests {

    private static final int SEQUENCES = 200;
    private static final int REQUESTS = 60;
    private static final Duration LEASE = Duration.ofSeconds(20);

    private final Table table = new Table(Variant.OURS);
    private int applied;
    private int refused;

    @Test
    void theModelsTableAppliesWhatTheProductsConditionsApply() throws InterruptedException {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
            LockRows rows = new LockRows(
                    dynamo.client(),
                    new TableKeys("locks", "key", ScalarAttributeType.S, null, null),
                    RowLayout.DYNAMOLOCK,
                    LEASE);
            for (int seed = 0; seed < SEQUENCES; seed++) {
                compare(rows, seed);
            }
        }
        assertThat(applied).isGreaterThan(SEQUENCES * REQUESTS / 10);
        assertThat(refused).isGreaterThan(SEQUENCES * REQUESTS / 10);
        System.out.printf("%d requests applied by both, %d refused by both%n", applied, refused);
    }

    private void compare(LockRows rows, int seed) {
        Random random = new Random(seed);
        AttributeValue key = AttributeValue.fromS("key-" + seed);
        State model = new State();
        long token = 0;
        for (int number = 0; number < REQUESTS; number++) {
            int kind = FREE + random.nextInt(4);
            int hold = 1 + random.nextInt(3);
            int count = 1 + random.nextInt(3);
            boolean sees = random.nextBoolean();
            int seenHold = sees && model.get(ROW_HOLD) != 0 ? model.get(ROW_HOLD) : 1 + random.nextInt(3);
            int seenCount = sees ? model.get(ROW_COUNT) : random.nextInt(4);

            boolean byModel = table.apply(model, kind, hold, count, seenHold, seenCount, 0);
            WriteResult byProduct = send(rows, key, kind, hold, count, RecordVersion.of("h" + seenHold, seenCount));

            String when = "seed " + seed + ", request " + number;
            assertThat(byProduct instanceof WriteResult.Applied).as(when).isEqualTo(byModel);
            Optional<LockRow> row = rows.read(key);
            assertThat(row.isPresent()).as(when).isEqualTo(model.get(ROW_HOLD) != 0);
            if (row.isPresent()) {
                assertThat(row.get().version())
                        .as(when)
                        .isEqualTo(RecordVersion.of("h" + model.get(ROW_HOLD), model.get(ROW_COUNT)));
                assertThat(row.get().released()).as(when).isEqualTo(model.get(ROW_RELEASED) == 1);
                boolean grant = byModel && (kind == FREE || kind == TAKE);
                assertThat(row.get().fencingToken() > token).as(when).isEqualTo(grant);
                token = row.get().fencingToken();
            }
            applied += byModel ? 1 : 0;
            refused += byModel ? 0 : 1;
        }
    }

    private static WriteResult send(
            LockRows rows, AttributeValue key, int kind, int hold, int count, String seenVersion) {
        String id = "h" + hold;
        Acquire acquire = new Acquire(key, id, "owner", LEASE, null, false, Map.of(), 1_000);
        return switch (kind) {
            case FREE -> rows.acquireFree(acquire);
            case TAKE -> rows.takeOver(acquire, seenVersion);
            case RENEW -> {
                // The model gives each hold one grant; here a hold may be granted again, and renews the latest of them.
                long token = rows.read(key).map(LockRow::fencingToken).orElse(0L);
                yield rows.renew(key, new Renew(id, token, count, LEASE), null, false);
            }
            case RELEASE -> rows.release(key, id, null, null);
            default -> throw new IllegalArgumentException("kind " + kind);
        };
    }
}
