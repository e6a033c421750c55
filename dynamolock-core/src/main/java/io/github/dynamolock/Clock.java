package io.github.dynamolock;

/** The only place where this library reads a clock. */
interface Clock {

    Moment now();
}
