package io.github.dynamolock.spring;

import io.github.dynamolock.spring.autoconfigure.LockTransactionAutoConfiguration;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** A table in a real database, whose rows are what a transaction has written. */
public final class Ledger {

    private final JdbcTemplate jdbc;
    private final JdbcTemplate outside;

    Ledger(DataSource dataSource) {
        jdbc = new JdbcTemplate(dataSource);
        // Takes no part in the transaction of its thread: sees what is committed.
        outside = new JdbcTemplate(new org.springframework.jdbc.datasource.DelegatingDataSource(dataSource));
        jdbc.execute("CREATE TABLE ledger (entry VARCHAR(50))");
    }

    static ApplicationContextRunner with(ApplicationContextRunner locks) {
        return locks.withConfiguration(AutoConfigurations.of(
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        LockTransactionAutoConfiguration.class))
                .withUserConfiguration(Database.class);
    }

    /** Writes a row, in the transaction of the thread if there is one. */
    public void write(String entry) {
        jdbc.update("INSERT INTO ledger VALUES (?)", entry);
    }

    /** How many rows are committed. */
    public int committed() {
        Integer count = outside.queryForObject("SELECT COUNT(*) FROM ledger", Integer.class);
        return count == null ? -1 : count;
    }

    @Configuration(proxyBeanMethods = false)
    static class Database {

        @Bean(destroyMethod = "shutdown")
        EmbeddedDatabase dataSource() {
            return new EmbeddedDatabaseBuilder()
                    .generateUniqueName(true)
                    .setType(EmbeddedDatabaseType.H2)
                    .build();
        }

        @Bean
        Ledger ledger(DataSource dataSource) {
            return new Ledger(dataSource);
        }
    }
}
