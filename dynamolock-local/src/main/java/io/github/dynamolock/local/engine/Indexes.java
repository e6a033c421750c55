package io.github.dynamolock.local.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The secondary indexes of a table. Immutable, while the indexes in it change with the items. */
final class Indexes {
    private final List<SecondaryIndex> all;

    private Indexes(List<SecondaryIndex> all) {
        this.all = all;
    }

    /** The indexes that a description tells of; those that are there already, by name, and new ones, which are empty. */
    static Indexes of(TableDescription table, Indexes present) {
        Map<String, String> types = KeyDefinition.types(table.attributeDefinitions());
        KeySchema ofTable = KeyDefinition.schema(table.keySchema(), "keySchema", types);
        List<SecondaryIndex> all = new ArrayList<>();
        table.localSecondaryIndexes()
                .forEach(index -> all.add(
                        present.kept(index.indexName(), false, index.keySchema(), index.projection(), ofTable, types)));
        table.globalSecondaryIndexes()
                .forEach(index -> all.add(
                        present.kept(index.indexName(), true, index.keySchema(), index.projection(), ofTable, types)));
        return new Indexes(List.copyOf(all));
    }

    static Indexes none() {
        return new Indexes(List.of());
    }

    List<SecondaryIndex> all() {
        return all;
    }

    /** The index with a name, or null. */
    @Nullable
    SecondaryIndex named(String name) {
        for (SecondaryIndex index : all) {
            if (index.name().equals(name)) {
                return index;
            }
        }
        return null;
    }

    /** Follows a write; under the item's lock. */
    void follow(ItemKey key, @Nullable Item before, @Nullable Item after) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).follow(key, before, after);
        }
    }

    private SecondaryIndex kept(
            String name,
            boolean global,
            List<KeySchemaElement> schema,
            Projection projection,
            KeySchema ofTable,
            Map<String, String> types) {
        SecondaryIndex present = named(name);
        return present != null
                ? present
                : new SecondaryIndex(
                        name, global, KeyDefinition.schema(schema, "keySchema", types), ofTable, projection);
    }
}
