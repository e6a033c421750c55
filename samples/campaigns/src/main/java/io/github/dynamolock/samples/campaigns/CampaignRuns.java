package io.github.dynamolock.samples.campaigns;

import java.util.Map;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * Counts the runs of campaigns in DynamoDB, and finds runs that overlapped in any two instances.
 *
 * <p>It judges the lock and so trusts nothing of it: each run takes the next number when it begins, and looks when it ends
 * whether others have begun in the meantime. A run whose process was killed never ends, and accuses nobody.
 */
@Component
class CampaignRuns {

    private static final AttributeValue ONE = AttributeValue.fromN("1");

    private final DynamoDbClient dynamoDb;
    private final String table;

    CampaignRuns(DynamoDbClient dynamoDb, CampaignsProperties properties) {
        this.dynamoDb = dynamoDb;
        this.table = properties.table();
        if (properties.createTable()) {
            new CampaignTable(dynamoDb, table).create();
        }
    }

    /** Counts a run that begins, and gives its number. */
    int begin(String campaign) {
        Map<String, AttributeValue> counted = dynamoDb.updateItem(update -> update.tableName(table)
                        .key(key(campaign))
                        .updateExpression("SET largestOverlap = if_not_exists(largestOverlap, :one) ADD runs :one")
                        .expressionAttributeValues(Map.of(":one", ONE))
                        .returnValues(ReturnValue.UPDATED_NEW))
                .attributes();
        return number(counted, "runs");
    }

    /** Ends a run: those that began after it and before now have overlapped it. */
    void end(String campaign, int number) {
        CampaignStatistics now = statistics(campaign);
        int overlap = 1 + now.runs() - number;
        if (overlap > now.largestOverlap()) {
            raiseOverlap(campaign, overlap);
        }
    }

    CampaignStatistics statistics(String campaign) {
        Map<String, AttributeValue> item = dynamoDb.getItem(
                        get -> get.tableName(table).key(key(campaign)).consistentRead(true))
                .item();
        return new CampaignStatistics(campaign, number(item, "runs"), number(item, "largestOverlap"));
    }

    /** How often campaigns began, all together. */
    int total() {
        return dynamoDb.scanPaginator(scan -> scan.tableName(table)).items().stream()
                .mapToInt(item -> number(item, "runs"))
                .sum();
    }

    private void raiseOverlap(String campaign, int overlap) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(key(campaign))
                    .updateExpression("SET largestOverlap = :overlap")
                    .conditionExpression("largestOverlap < :overlap")
                    .expressionAttributeValues(Map.of(":overlap", AttributeValue.fromN(Integer.toString(overlap)))));
        } catch (ConditionalCheckFailedException larger) {
            // Another run has written a larger overlap in between.
        }
    }

    private static Map<String, AttributeValue> key(String campaign) {
        return Map.of(CampaignTable.KEY, AttributeValue.fromS(campaign));
    }

    private static int number(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? 0 : Integer.parseInt(value.n());
    }
}
