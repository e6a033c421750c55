package io.github.dynamolock.test.examples;

/** What the example does under its lock. */
interface Mailer {

    void send(String campaign);
}
