package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;

/** The rules for the throughput of tables and global secondary indexes, which is described but does not throttle. */
final class Throughputs {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final long MAX_UNITS = 1_000_000_000_000L;

    private Throughputs() {}

    /** The throughput of a new table. */
    static ProvisionedThroughputDescription ofTable(boolean onDemand, @Nullable ProvisionedThroughput given) {
        if (onDemand) {
            if (given != null) {
                throw Errors.validation(INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
                        + "when BillingMode is PAY_PER_REQUEST");
            }
            return none();
        }
        if (given == null || given.readCapacityUnits() == null || given.writeCapacityUnits() == null) {
            throw Errors.validation(INVALID + "ReadCapacityUnits and WriteCapacityUnits must both be specified when "
                    + "BillingMode is PROVISIONED");
        }
        return described(given, "");
    }

    /** The throughput of a new global secondary index. */
    static ProvisionedThroughputDescription ofIndex(
            boolean onDemand, @Nullable ProvisionedThroughput given, String index) {
        if (onDemand) {
            if (given != null) {
                throw Errors.validation(INVALID + "ProvisionedThroughput should not be specified for index: " + index
                        + " when BillingMode is PAY_PER_REQUEST");
            }
            return none();
        }
        if (given == null || given.readCapacityUnits() == null || given.writeCapacityUnits() == null) {
            throw Errors.validation(INVALID + "ProvisionedThroughput must be specified for index: " + index);
        }
        return described(given, "globalSecondaryIndexes.member.");
    }

    /** The throughput after a change; an error when nothing changes. */
    static ProvisionedThroughputDescription changed(
            ProvisionedThroughputDescription current,
            ProvisionedThroughputDescription wanted,
            String what,
            Instant now) {
        long read = wanted.readCapacityUnits() - current.readCapacityUnits();
        long write = wanted.writeCapacityUnits() - current.writeCapacityUnits();
        if (read == 0 && write == 0) {
            throw Errors.validation("The provisioned throughput for the " + what + " will not change. The requested "
                    + "value equals the current value. Current ReadCapacityUnits provisioned for the " + what + ": "
                    + current.readCapacityUnits() + ". Requested ReadCapacityUnits: " + wanted.readCapacityUnits()
                    + ". Current WriteCapacityUnits provisioned for the " + what + ": " + current.writeCapacityUnits()
                    + ". Requested WriteCapacityUnits: " + wanted.writeCapacityUnits() + ". Refer to the Amazon "
                    + "DynamoDB Developer Guide for current limits and how to request higher limits.");
        }
        boolean decreased = read < 0 || write < 0;
        ProvisionedThroughputDescription.Builder changed = current.toBuilder()
                .readCapacityUnits(wanted.readCapacityUnits())
                .writeCapacityUnits(wanted.writeCapacityUnits());
        if (read > 0 || write > 0) {
            changed.lastIncreaseDateTime(now);
        }
        if (decreased) {
            changed.lastDecreaseDateTime(now).numberOfDecreasesToday(decreasesOnDayOf(now, current) + 1);
        }
        return changed.build();
    }

    private static long decreasesOnDayOf(Instant now, ProvisionedThroughputDescription current) {
        Instant last = current.lastDecreaseDateTime();
        boolean sameDay = last != null && last.truncatedTo(ChronoUnit.DAYS).equals(now.truncatedTo(ChronoUnit.DAYS));
        return sameDay ? current.numberOfDecreasesToday() : 0;
    }

    /** What is described of a table or index that is billed by request. */
    static ProvisionedThroughputDescription none() {
        return ProvisionedThroughputDescription.builder()
                .numberOfDecreasesToday(0L)
                .readCapacityUnits(0L)
                .writeCapacityUnits(0L)
                .build();
    }

    private static ProvisionedThroughputDescription described(ProvisionedThroughput given, String at) {
        checkUnits("ReadCapacityUnits", at + "provisionedThroughput.readCapacityUnits", given.readCapacityUnits());
        checkUnits("WriteCapacityUnits", at + "provisionedThroughput.writeCapacityUnits", given.writeCapacityUnits());
        return none().toBuilder()
                .readCapacityUnits(given.readCapacityUnits())
                .writeCapacityUnits(given.writeCapacityUnits())
                .build();
    }

    private static void checkUnits(String name, String member, long units) {
        Rules.atLeast(member, 1, units);
        if (units > MAX_UNITS) {
            throw Errors.validation("Given value " + units + " for " + name + " is out of bounds");
        }
    }
}
