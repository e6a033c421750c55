package io.github.dynamolock.spring.endpoint;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the endpoint {@code dynamolocks}.
 *
 * @param showKeys When to show the keys of locks. Otherwise they are masked.
 * @param roles Roles that are authorized to see keys. When empty, all authenticated users are.
 */
@ConfigurationProperties("management.endpoint.dynamolocks")
public record DynamoLocksEndpointProperties(
        @DefaultValue("always") Show showKeys, @DefaultValue Set<String> roles) {}
