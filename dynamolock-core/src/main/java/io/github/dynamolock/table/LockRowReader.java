package io.github.dynamolock.table;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Turns DynamoDB items into {@link LockRow}s. */
final class LockRowReader {

    private final RowLayout layout;
    private final Set<String> ownNames;

    LockRowReader(TableKeys keys, RowLayout layout) {
        this.layout = layout;
        this.ownNames = new HashSet<>(layout.ownNames());
        ownNames.add(keys.partitionKey());
        if (keys.sortKey() != null) {
            ownNames.add(keys.sortKey());
        }
    }

    LockRow read(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> others = new HashMap<>();
        item.forEach((name, value) -> {
            if (!ownNames.contains(name)) {
                others.put(name, value);
            }
        });
        Optional<Duration> lease = LeaseForm.read(item.get(layout.lease()));
        OptionalLong token = token(item.get(RowLayout.TOKEN));
        AttributeValue data = item.get(RowLayout.DATA);
        String corrupt = lease.isEmpty() ? layout.lease() : token.isEmpty() ? RowLayout.TOKEN : null;
        return new LockRow(
                text(item.get(layout.version())),
                lease.orElse(Duration.ZERO),
                textOrEmpty(item.get(RowLayout.OWNER)),
                layout.released() != null && item.containsKey(layout.released()),
                token.orElse(0),
                data == null ? null : bytes(data),
                Map.copyOf(others),
                corrupt == null ? null : corrupt + " is " + item.get(corrupt));
    }

    private static @Nullable String text(@Nullable AttributeValue value) {
        return value == null || value.type() != AttributeValue.Type.S ? null : value.s();
    }

    private static String textOrEmpty(@Nullable AttributeValue value) {
        String text = text(value);
        return text == null ? "" : text;
    }

    private static @Nullable SdkBytes bytes(AttributeValue value) {
        return value.type() == AttributeValue.Type.B ? value.b() : null;
    }

    /** The token, 0 when there is none yet; empty when there is something that is no token. */
    private static OptionalLong token(@Nullable AttributeValue value) {
        if (value == null) {
            return OptionalLong.of(0);
        }
        try {
            return value.type() == AttributeValue.Type.N
                    ? OptionalLong.of(new BigDecimal(value.n()).longValueExact())
                    : OptionalLong.empty();
        } catch (ArithmeticException e) {
            return OptionalLong.empty();
        }
    }
}
