package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** The settings of a table beside its definition: when items expire, and tags. */
final class TableSettings {
    private static final int MAX_TAGS = 50;

    private final Tables tables;

    TableSettings(Tables tables) {
        this.tables = tables;
    }

    UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
        String name = Rules.tableName(request.tableName());
        TimeToLiveSpecification wanted = Rules.required("timeToLiveSpecification", request.timeToLiveSpecification());
        String attribute = Rules.required("timeToLiveSpecification.attributeName", wanted.attributeName());
        boolean enabled = Rules.required("timeToLiveSpecification.enabled", wanted.enabled());
        if (attribute.isEmpty()) {
            throw Errors.constraint(
                    attribute,
                    "timeToLiveSpecification.attributeName",
                    "Member must have length greater than or equal to 1");
        }
        Table table = tables.named(name);
        String expected = enabled ? "" : attribute;
        if (!table.replaceTimeToLive(expected, enabled ? attribute : "")) {
            throw refused(table.timeToLive(), attribute, enabled);
        }
        return UpdateTimeToLiveResponse.builder()
                .timeToLiveSpecification(wanted)
                .build();
    }

    private static RuntimeException refused(String current, String attribute, boolean enabled) {
        if (!current.isEmpty() && !current.equals(attribute)) {
            return Errors.validation(
                    "TimeToLive is active on a different AttributeName: current AttributeName is " + current);
        }
        return Errors.validation("TimeToLive is already " + (enabled ? "enabled" : "disabled"));
    }

    DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
        String attribute = tables.named(request.tableName()).timeToLive();
        return DescribeTimeToLiveResponse.builder()
                .timeToLiveDescription(description -> description
                        .timeToLiveStatus(attribute.isEmpty() ? TimeToLiveStatus.DISABLED : TimeToLiveStatus.ENABLED)
                        .attributeName(attribute.isEmpty() ? null : attribute))
                .build();
    }

    TagResourceResponse tag(TagResourceRequest request) {
        Table table = byArn(request.resourceArn());
        List<Tag> tags = Rules.required("tags", request.hasTags() ? request.tags() : null);
        table.retag(present -> tagged(present, tags));
        return TagResourceResponse.builder().build();
    }

    /** Tags by key with others added; an error when they are too many. */
    static Map<String, String> tagged(Map<String, String> present, List<Tag> added) {
        Map<String, String> all = new TreeMap<>(present);
        for (Tag tag : added) {
            all.put(Rules.required("tags.member.key", tag.key()), Rules.required("tags.member.value", tag.value()));
        }
        if (all.size() > MAX_TAGS) {
            throw Errors.validation("One or more parameter values were invalid: Too many tags: the limit is 50");
        }
        return all;
    }

    UntagResourceResponse untag(UntagResourceRequest request) {
        Table table = byArn(request.resourceArn());
        Rules.required("tagKeys", request.hasTagKeys() ? request : null);
        table.retag(present -> {
            Map<String, String> left = new TreeMap<>(present);
            request.tagKeys().forEach(left::remove);
            return left;
        });
        return UntagResourceResponse.builder().build();
    }

    ListTagsOfResourceResponse listTags(ListTagsOfResourceRequest request) {
        Table table = byArn(request.resourceArn());
        List<Tag> tags = table.tags().entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        return ListTagsOfResourceResponse.builder().tags(tags).build();
    }

    private Table byArn(@Nullable String arn) {
        Table table = tables.find(Rules.tableOfArn(arn));
        if (table == null) {
            throw Errors.resourceNotFound("Requested resource not found: ResourcArn: " + arn + " not found");
        }
        return table;
    }
}
