package io.github.dynamolock.local;

/** Which way of the network between clients and the database is cut. */
public enum Partition {
    /** Requests do not arrive. The replies to calls that arrived before do. */
    REQUESTS,
    /** Requests arrive and are applied. No reply does, nor those to calls that arrived before. */
    REPLIES,
    /** Neither requests nor replies arrive. */
    BOTH
}
