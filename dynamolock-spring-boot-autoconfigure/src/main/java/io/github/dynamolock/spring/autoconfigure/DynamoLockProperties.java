package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.RowFormat;
import io.github.dynamolock.spring.DistributedLockAdvisor;
import io.github.dynamolock.spring.OnLost;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the auto-configured lock client and of {@code @DistributedLock}.
 *
 * @param enabled Whether dynamolock is active. When it is not, there is no lock client, and annotated methods run without a
 *     lock.
 * @param table Table that holds the locks.
 * @param ownerName Name that this application writes into the rows it holds, for people to read. Host name, process id and
 *     a random part unless set.
 * @param leaseDuration How long a lock outlives the last renewal that reached the table.
 * @param heartbeatPeriod Time between two renewals of a held lock. At most half the lease duration; zero turns renewal off.
 * @param waitTime Total time to wait for a lock that another holds.
 * @param pollInterval Longest time between two looks at a lock that another holds.
 * @param keyPrefix Text put before the keys of all annotated methods.
 * @param annotation Settings of annotated methods.
 * @param observation Observation of locked calls, for traces.
 * @param leader Leader electors, by name. Each becomes a bean of its name followed by LeaderElector.
 * @param client Client that is built when the application has no DynamoDbClient bean.
 * @param local DynamoDB in this process, for development.
 */
@ConfigurationProperties("dynamolock")
public record DynamoLockProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Table table,
        @Nullable String ownerName,
        @DefaultValue("20s") Duration leaseDuration,
        @DefaultValue("5s") Duration heartbeatPeriod,
        @DefaultValue("10s") Duration waitTime,
        @DefaultValue("1s") Duration pollInterval,
        @DefaultValue("") String keyPrefix,
        @DefaultValue Annotation annotation,
        @DefaultValue Observation observation,
        @DefaultValue Map<String, Leader> leader,
        @DefaultValue Client client,
        @DefaultValue Local local) {

    /** What happens to the table at startup: as set, or what suits the place where it is. */
    TableInitialization tableInitialization(boolean isLocal) {
        TableInitialization set = table.initialize();
        if (set != null) {
            return set;
        }
        return isLocal ? TableInitialization.CREATE : TableInitialization.VALIDATE;
    }

    /**
     * Where the lock rows are.
     *
     * @param name Name of the table.
     * @param partitionKey Name of the table's partition key, of type S.
     * @param sortKey Sort key, for a table that has one.
     * @param initialize What happens to the table at startup. Validated unless set; created in a local DynamoDB.
     * @param rowFormat How rows are written, to share the table with other lock clients.
     * @param releasedRowRetention Time after which DynamoDB's TTL may delete a released row. Released rows stay unless set.
     */
    public record Table(
            @DefaultValue("locks") String name,
            @DefaultValue("key") String partitionKey,
            @DefaultValue SortKey sortKey,
            @Nullable TableInitialization initialize,
            @DefaultValue("dynamolock") RowFormat rowFormat,
            @Nullable Duration releasedRowRetention) {}

    /**
     * The sort key of the table.
     *
     * @param name Name of the table's sort key, of type S. Set it only for a table that has one.
     * @param value Value of the sort key in every lock row.
     */
    public record SortKey(
            @Nullable String name, @DefaultValue("##LOCK##") String value) {}

    /**
     * What holds for all annotated methods.
     *
     * @param order Order of the lock's advice among others. Smaller is further out. The default is outside transactions.
     * @param onLost What a lock that is lost while the body runs means, where the annotation does not say.
     * @param mode How annotated methods come to be locked.
     */
    public record Annotation(
            @DefaultValue("" + DistributedLockAdvisor.DEFAULT_ORDER)
            int order,

            @DefaultValue("interrupt") OnLost onLost,
            @DefaultValue("proxy") AnnotationMode mode) {}

    /**
     * The observation of locked calls.
     *
     * @param keyShown Whether traces show the keys of locks. Turn it off where keys tell of persons.
     */
    public record Observation(@DefaultValue("true") boolean keyShown) {}

    /**
     * One leader elector.
     *
     * @param key Key of the lock whose holder leads. Required; no key prefix is put before it.
     * @param client Bean name of the lock client. The only or primary one unless set.
     * @param leaseDuration How long a leadership outlives the last renewal that reached the table. The lock client's unless
     *     set.
     * @param retryPause Pause before the next campaign, after a failure, a loss or a resignation.
     */
    public record Leader(
            @Nullable String key,
            @Nullable String client,
            @Nullable Duration leaseDuration,
            @DefaultValue("5s") Duration retryPause) {}

    /**
     * The DynamoDB client of an application that has none.
     *
     * @param endpoint Address of DynamoDB, when it is not AWS's own.
     * @param region AWS region. Taken from the AWS SDK's usual places unless set.
     */
    public record Client(@Nullable URI endpoint, @Nullable String region) {}

    /**
     * DynamoDB in this process.
     *
     * @param enabled Whether to start a DynamoDB in this process and keep the locks there. A development tool: its data
     *     ends with the process, unless it has a file.
     * @param port Port on the loopback address where other processes can reach it. Zero takes any free port.
     * @param file File that keeps its data beyond the process. Made when it is not there.
     */
    public record Local(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("8000") int port,
            @Nullable Path file) {}
}
