package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Developer guide, "Using global secondary indexes" (GSI.html) and "Local secondary indexes" (LSI.html). */
abstract class IndexesContract extends IndexedContract {
    @Test
    void anIndexIsQueriedInTheOrderOfItsSortKey() {
        play("ann", "chess", Map.of("score", n(100)));
        play("bob", "chess", Map.of("score", n(9)));
        play("cid", "chess", Map.of("score", n(30)));
        play("ann", "go", Map.of("score", n(1)));
        var chess = Map.of(":g", s("chess"));

        assertThat(users(query("by-game", "game = :g", chess))).containsExactly("bob", "cid", "ann");
        assertThat(users(query("by-game", "game = :g", chess).scanIndexForward(false)))
                .containsExactly("ann", "cid", "bob");
        assertThat(users(query("by-game", "game = :g AND score > :n", Map.of(":g", s("chess"), ":n", n(9)))))
                .containsExactly("cid", "ann");
        assertThat(users(query(
                        "by-game",
                        "game = :g AND score BETWEEN :m AND :n",
                        with(chess, Map.of(":m", n(9), ":n", n(30))))))
                .containsExactly("bob", "cid");
    }

    @Test
    void onlyItemsWithTheIndexKeyAreInTheIndex() {
        play("ann", "chess", Map.of("score", n(1), "day", s("monday")));
        play("bob", "chess", Map.of("score", n(2)));
        assertThat(client.scan(s -> s.tableName(GAMES).indexName("by-day")).count())
                .isEqualTo(1);
        assertThat(client.scan(s -> s.tableName(GAMES)).count()).isEqualTo(2);
        var described = client.describeTable(d -> d.tableName(GAMES)).table();
        assertThat(described.globalSecondaryIndexes())
                .filteredOn(index -> index.indexName().equals("by-day"))
                .singleElement()
                .satisfies(index -> {
                    assertThat(index.itemCount()).isEqualTo(1);
                    assertThat(index.indexSizeBytes()).isEqualTo(4 + 3 + 4 + 5 + 3 + 6);
                    assertThat(index.indexStatusAsString()).isEqualTo("ACTIVE");
                    assertThat(index.indexArn()).isEqualTo(described.tableArn() + "/index/by-day");
                });
        assertThat(described.localSecondaryIndexes())
                .singleElement()
                .satisfies(index -> assertThat(index.itemCount()).isEqualTo(2));
    }

    @Test
    void anIndexFollowsEveryWrite() {
        play("ann", "chess", Map.of("score", n(1), "day", s("monday")));
        client.updateItem(u -> u.tableName(GAMES)
                .key(game("ann", "chess"))
                .updateExpression("SET score = score + :n, #d = :d")
                .expressionAttributeNames(Map.of("#d", "day"))
                .expressionAttributeValues(Map.of(":n", n(1), ":d", s("tuesday"))));
        Map<String, AttributeValue> monday = Map.of(":d", s("monday"));
        Map<String, AttributeValue> tuesday = Map.of(":d", s("tuesday"));
        var byDay = query("by-day", "#d = :d", monday).expressionAttributeNames(Map.of("#d", "day"));

        assertThat(users(byDay)).isEmpty();
        assertThat(users(byDay.expressionAttributeValues(tuesday))).containsExactly("ann");
        client.transactWriteItems(t -> t.transactItems(TransactWriteItem.builder()
                .update(u -> u.tableName(GAMES)
                        .key(game("ann", "chess"))
                        .updateExpression("REMOVE #d")
                        .expressionAttributeNames(Map.of("#d", "day")))
                .build()));
        assertThat(users(byDay)).isEmpty();
        assertThat(users(query("by-game", "game = :g", Map.of(":g", s("chess")))))
                .containsExactly("ann");
        client.deleteItem(d -> d.tableName(GAMES).key(game("ann", "chess")));
        assertThat(users(query("by-game", "game = :g", Map.of(":g", s("chess")))))
                .isEmpty();
    }

    @Test
    void anIndexAnswersWhatItProjects() {
        play("ann", "chess", Map.of("score", n(5), "day", s("monday"), "level", n(3), "note", s("x")));

        assertThat(client.query(query("by-score", "score = :n", Map.of(":n", n(5)))
                                .build())
                        .items())
                .containsExactly(with(game("ann", "chess"), Map.of("score", n(5), "level", n(3))));
        assertThat(client.scan(s -> s.tableName(GAMES).indexName("by-day")).items())
                .containsExactly(with(game("ann", "chess"), Map.of("day", s("monday"))));
        assertThat(client.scan(s -> s.tableName(GAMES)
                                .indexName("by-score")
                                .select(Select.ALL_PROJECTED_ATTRIBUTES)
                                .filterExpression("attribute_exists(note)"))
                        .count())
                .isZero();
        assertThat(client.scan(s -> s.tableName(GAMES).indexName("by-game").select(Select.ALL_ATTRIBUTES))
                        .items())
                .singleElement()
                .satisfies(item -> assertThat(item).containsKey("note"));
        assertInvalid(
                () -> client.query(query("by-score", "score = :n", Map.of(":n", n(5)))
                        .select(Select.ALL_ATTRIBUTES)
                        .build()),
                "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global "
                        + "secondary index by-score because its projection type is not ALL");
        assertInvalid(
                () -> client.query(query("by-score", "score = :n", Map.of(":n", n(5)))
                        .projectionExpression("note, game")
                        .build()),
                "One or more parameter values were invalid: Global secondary index by-score does not project [note]");
    }

    @Test
    void aLocalIndexFetchesWhatItDoesNotHold() {
        play("ann", "chess", Map.of("score", n(5), "note", s("x".repeat(5000))));
        play("ann", "go", Map.of("score", n(7), "note", s("y")));
        var own = query("own-scores", "#u = :u", Map.of(":u", s("ann")))
                .expressionAttributeNames(Map.of("#u", "user"))
                .consistentRead(true)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);

        var held = client.query(own.build());
        assertThat(held.items()).allSatisfy(item -> assertThat(item).containsOnlyKeys("user", "game", "score"));
        assertThat(held.consumedCapacity().capacityUnits()).isEqualTo(1);
        assertThat(held.consumedCapacity().table().capacityUnits()).isZero();
        var fetched = client.query(own.select(Select.ALL_ATTRIBUTES).build());
        assertThat(fetched.items()).allSatisfy(item -> assertThat(item).containsKey("note"));
        // One unit for the page of the index, two and one for the items, each rounded up by itself.
        assertThat(fetched.consumedCapacity().capacityUnits()).isEqualTo(4);
        assertThat(units(fetched.consumedCapacity().localSecondaryIndexes(), "own-scores")
                        .capacityUnits())
                .isEqualTo(1);
        assertThat(fetched.consumedCapacity().table().capacityUnits()).isEqualTo(3);
    }

    @Test
    void pagesOfAnIndexGoOnWhereTheyStopped() {
        for (int i = 0; i < 20; i++) {
            play("user-" + i, "chess", Map.of("score", n(i / 7), "day", s("day-" + i % 2)));
        }
        var page = client.query(
                query("by-game", "game = :g", Map.of(":g", s("chess"))).limit(3).build());
        assertThat(page.lastEvaluatedKey()).containsOnlyKeys("user", "game", "score");
        Set<String> seen = new HashSet<>();
        client.queryPaginator(query("by-game", "game = :g", Map.of(":g", s("chess")))
                        .limit(3)
                        .build())
                .items()
                .forEach(item -> assertThat(seen.add(the(item, "user").s())).isTrue());
        assertThat(seen).hasSize(20);
        assertThat(client.scanPaginator(
                                s -> s.tableName(GAMES).indexName("by-day").limit(3))
                        .items())
                .doesNotHaveDuplicates()
                .hasSize(20);
        int inSegments = 0;
        for (int segment = 0; segment < 3; segment++) {
            int mine = segment;
            inSegments += client.scan(s ->
                            s.tableName(GAMES).indexName("by-day").segment(mine).totalSegments(3))
                    .count();
        }
        assertThat(inSegments).isEqualTo(20);
        assertInvalid(
                () -> client.query(query("by-game", "game = :g", Map.of(":g", s("chess")))
                        .exclusiveStartKey(game("user-1", "chess"))
                        .build()),
                "The provided starting key is invalid");
    }

    @Test
    void anIndexQueryFiltersByAnythingButItsOwnKey() {
        play("ann", "chess", Map.of("score", n(1)));
        assertThat(users(query("by-game", "game = :g", Map.of(":g", s("chess"), ":u", s("ann")))
                        .filterExpression("#u = :u")
                        .expressionAttributeNames(Map.of("#u", "user"))))
                .containsExactly("ann");
        assertInvalid(
                () -> client.query(query("by-game", "game = :g", Map.of(":g", s("chess"), ":n", n(1)))
                        .filterExpression("score = :n")
                        .build()),
                "Filter Expression can only contain non-primary key attributes: Primary key attribute: score");
    }
}
