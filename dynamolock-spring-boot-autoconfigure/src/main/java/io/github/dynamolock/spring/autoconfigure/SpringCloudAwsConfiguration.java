package io.github.dynamolock.spring.autoconfigure;

import io.awspring.cloud.autoconfigure.core.AwsConnectionDetails;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Takes Spring Cloud AWS's word for where AWS is. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(AwsConnectionDetails.class)
@ConditionalOnBean(AwsConnectionDetails.class)
@ConditionalOnMissingBean(DynamoLockConnectionDetails.class)
class SpringCloudAwsConfiguration {

    @Bean
    DynamoLockConnectionDetails springCloudAwsLockConnectionDetails(AwsConnectionDetails aws) {
        return new DynamoLockConnectionDetails() {
            @Override
            public @Nullable URI getEndpoint() {
                return aws.getEndpoint();
            }

            @Override
            public @Nullable String getRegion() {
                return aws.getRegion();
            }

            @Override
            public @Nullable String getAccessKey() {
                return aws.getAccessKey();
            }

            @Override
            public @Nullable String getSecretKey() {
                return aws.getSecretKey();
            }
        };
    }
}
