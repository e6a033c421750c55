package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

abstract class SettingsContract extends FrontContract {

    private UpdateTimeToLiveResponse set(String attribute, boolean enabled) {
        return client.updateTimeToLive(u -> u.tableName(TABLE)
                .timeToLiveSpecification(t -> t.attributeName(attribute).enabled(enabled)));
    }

    @Test
    void timeToLiveIsSetAndDescribed() {
        assertThat(client.describeTimeToLive(d -> d.tableName(TABLE))
                        .timeToLiveDescription()
                        .timeToLiveStatus())
                .isEqualTo(TimeToLiveStatus.DISABLED);
        assertThat(set("expiresAt", true).timeToLiveSpecification().attributeName())
                .isEqualTo("expiresAt");
        var description = client.describeTimeToLive(d -> d.tableName(TABLE)).timeToLiveDescription();
        assertThat(description.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
        assertThat(description.attributeName()).isEqualTo("expiresAt");
        assertInvalid(() -> set("expiresAt", true), "TimeToLive is already enabled");
        assertInvalid(
                () -> set("other", true),
                "TimeToLive is active on a different AttributeName: current AttributeName is expiresAt");
        set("expiresAt", false);
        assertInvalid(() -> set("expiresAt", false), "TimeToLive is already disabled");
    }

    @Test
    void tagsAreKept() {
        client.createTable(t -> t.tableName("tagged")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(Schemas.element("pk", "HASH"))
                .attributeDefinitions(Schemas.attribute("pk", "S"))
                .tags(Tag.builder().key("team").value("locks").build()));
        String arn = client.describeTable(d -> d.tableName("tagged")).table().tableArn();
        client.tagResource(t -> t.resourceArn(arn)
                .tags(
                        Tag.builder().key("team").value("campaigns").build(),
                        Tag.builder().key("stage").value("test").build()));
        client.untagResource(u -> u.resourceArn(arn).tagKeys("stage", "none"));
        assertThat(client.listTagsOfResource(l -> l.resourceArn(arn)).tags())
                .containsExactly(Tag.builder().key("team").value("campaigns").build());
        var error = error(() -> client.listTagsOfResource(l -> l.resourceArn(arn + "s")));
        assertThat(error).isInstanceOf(ResourceNotFoundException.class);
    }
}
