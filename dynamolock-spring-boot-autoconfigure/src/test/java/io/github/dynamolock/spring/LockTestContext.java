package io.github.dynamolock.spring;

import io.github.dynamolock.spring.autoconfigure.DistributedLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The auto-configured advice over a {@link FakeLockClient}. */
public final class LockTestContext {

    private LockTestContext() {}

    public static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        DynamoLockAutoConfiguration.class,
                        DistributedLockAutoConfiguration.class))
                .withBean(FakeLockClient.class);
    }

    /** For subclasses in other packages, whose proxies can't override its method. */
    public static class PackagePrivateJobs {

        @DistributedLock("'package'")
        void run() {}
    }
}
