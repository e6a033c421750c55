package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/** The actions of one transaction: their reasons to cancel it, and the locks of all their items at once. */
final class Transaction {
    private static final int MAX_ACTIONS = 100;
    private static final String NONE = "None";

    private final List<CancellationReason> reasons = new ArrayList<>();
    private boolean canceled;

    /** Checks how many actions a request has. */
    static void check(boolean given, List<?> actions) {
        List<?> required = Rules.required("transactItems", given ? actions : null);
        if (required.isEmpty() || required.size() > MAX_ACTIONS) {
            throw Errors.constraint(
                    required,
                    "transactItems",
                    "Member must have length "
                            + (required.isEmpty() ? "greater than or equal to 1" : "less than or equal to 100"));
        }
    }

    /** Makes the next action; what does not fit the schema is a reason to cancel, and gives null. */
    <T> @Nullable T action(Supplier<T> action) {
        try {
            T made = action.get();
            reasons.add(CancellationReason.builder().code(NONE).build());
            return made;
        } catch (AwsServiceException e) {
            reasons.add(invalid(e));
            canceled = true;
            return null;
        }
    }

    /** Sets the reason of an action. */
    void cancel(int action, CancellationReason reason) {
        reasons.set(action, reason);
        canceled = true;
    }

    /** Sets the reason of an action that failed when it was tried. */
    void cancel(int action, AwsServiceException invalid) {
        cancel(action, invalid(invalid));
    }

    /** Throws the reasons, if there are any. */
    void throwIfCanceled() {
        if (canceled) {
            throw Errors.transactionCanceled(reasons);
        }
    }

    /** Runs something while no other call reads or writes the items. */
    static <T> T locked(Collection<ItemAccess> items, Supplier<T> work) {
        Set<ItemAccess> distinct = new HashSet<>();
        Set<ItemLocks.Slot> slots = new TreeSet<>();
        for (ItemAccess item : items) {
            if (!distinct.add(item)) {
                throw Errors.validation("Transaction request cannot include multiple operations on one item");
            }
            slots.add(item.lock());
        }
        slots.forEach(ItemLocks.Slot::lock);
        try {
            return work.get();
        } finally {
            slots.forEach(ItemLocks.Slot::unlock);
        }
    }

    private static CancellationReason invalid(AwsServiceException error) {
        return CancellationReason.builder()
                .code("ValidationError")
                .message(error.awsErrorDetails().errorMessage())
                .build();
    }
}
