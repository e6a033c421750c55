package io.github.dynamolock.test.autoconfigure;

import io.github.dynamolock.test.TestLocks;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;

/**
 * On a test class: gives its application a {@link TestLocks} bean and, unless a real one is configured, a DynamoDB in this
 * process with the lock table, empty again after each test.
 *
 * <p>It stands beside {@code @SpringBootTest} or a slice such as {@code @WebMvcTest}. Without
 * {@code @EnableAutoConfiguration} it brings the lock client and the advice of {@code @DistributedLock} with it. The table has
 * the name and keys that the properties give it, and is made whatever {@code dynamolock.table.initialize} says.
 *
 * <p>After each test {@link TestLocks#reset()} is called: nothing that the application still holds is touched.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@PropertyMapping("dynamolock.test")
public @interface AutoConfigureTestLocks {

    /** What the local DynamoDB takes the place of. */
    Replace replace() default Replace.AUTO_CONFIGURED;

    /** What the local DynamoDB takes the place of. */
    enum Replace {
        /**
         * What auto-configuration would connect to, by properties or the AWS SDK's usual places; Spring Cloud AWS's client too.
         * It stays away where the application or the test has a {@code DynamoDbClient}, {@code DynamoLockConnectionDetails} or
         * {@code AwsConnectionDetails} bean, by {@code @ServiceConnection} for instance; unless
         * {@code dynamolock.local.enabled} is true, which already means a local one.
         */
        AUTO_CONFIGURED,
        /** All of it: the locks are in the local DynamoDB. A {@code DynamoDbClient} bean of the application stays what it is. */
        ANY,
        /** Nothing: the locks are where the application has them. */
        NONE
    }
}
